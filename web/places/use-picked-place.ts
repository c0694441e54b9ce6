// The place chosen in the map location modal: looked up for a clicked point, and stored on the server.
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FoundPlace, type GeoLocation, geolocations, type Place, UNKNOWN_PART } from '#contract/places.ts';
import { call } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { distanceKm } from '#web/map/distance.ts';

export function usePickedPlace(initial: GeoLocation | undefined, onSaved: (place: GeoLocation) => void) {
  const { t } = useTranslation();
  const [picked, setPicked] = useState(() => initial && toPlace(initial));
  const [changed, setChanged] = useState(false);
  // Of the chosen address, only the town is known.
  const [isInTown, setInTown] = useState(false);
  const [isLooking, setLooking] = useState(false);
  const [isSaving, setSaving] = useState(false);
  // Number of the latest click; answers to earlier ones are ignored.
  const latest = useRef(0);

  function pickPlace({ isExact, ...place }: FoundPlace, text: string): void {
    latest.current += 1;
    setLooking(false);
    setPicked(place);
    setChanged(true);
    // A number means a house.
    setInTown(!isExact && /\d/.test(text));
  }

  async function pickPoint(point: { latitude: number; longitude: number }): Promise<void> {
    latest.current += 1;
    const request = latest.current;
    const before = picked;
    setPicked({ ...unknownPlace, ...point });
    setChanged(true);
    setInTown(false);
    setLooking(true);
    try {
      const { timeZone: _, ...found } = await call(geolocations.reverse, point, { handlesErrors: true });
      if (request !== latest.current) return;
      setPicked(before && isOfSameTown(found, before) ? { ...before, ...point } : found);
      if (found.lineAddress === UNKNOWN_PART) toast('warning', t('picker.notFound'));
    } catch (error) {
      if (request === latest.current) showError(error, t('picker.notLoaded'));
    }
    if (request === latest.current) setLooking(false);
  }

  async function save(): Promise<void> {
    if (!picked || isSaving) return;
    setSaving(true);
    try {
      onSaved(await call(geolocations.insert, { ...picked, changed: true }, { handlesErrors: true }));
    } catch (error) {
      showError(error, t('picker.notSaved'));
    } finally {
      setSaving(false);
    }
  }

  return { picked, isInTown, changed, isLooking, isSaving, pickPlace, pickPoint, save };
}

const townKm = 20;

/** A click that finds no street moves the point of the address that was chosen: places have names of districts. */
function isOfSameTown(found: Place, before: Place): boolean {
  return found.street === UNKNOWN_PART && before.street !== UNKNOWN_PART && distanceKm(found, before) < townKm;
}

const unknownPlace = {
  lineAddress: UNKNOWN_PART,
  placeId: UNKNOWN_PART,
  street: UNKNOWN_PART,
  city: UNKNOWN_PART,
  state: UNKNOWN_PART,
  country: UNKNOWN_PART,
  zipCode: UNKNOWN_PART,
  name: UNKNOWN_PART,
};

function toPlace({ id: _, ...rest }: GeoLocation): Place {
  return { ...unknownPlace, ...rest };
}
