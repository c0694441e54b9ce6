// The place chosen in the map location modal: looked up for a clicked point, and stored on the server.
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type GeoLocation, geolocations, type Place, UNKNOWN_PART } from '#contract/places.ts';
import { call } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

export function usePickedPlace(initial: GeoLocation | undefined, onSaved: (place: GeoLocation) => void) {
  const { t } = useTranslation();
  const [picked, setPicked] = useState(() => initial && toPlace(initial));
  const [changed, setChanged] = useState(false);
  const [isLooking, setLooking] = useState(false);
  const [isSaving, setSaving] = useState(false);
  // Number of the latest click; answers to earlier ones are ignored.
  const latest = useRef(0);

  function pickPlace(place: Place): void {
    latest.current += 1;
    setLooking(false);
    setPicked(place);
    setChanged(true);
  }

  async function pickPoint(point: { latitude: number; longitude: number }): Promise<void> {
    latest.current += 1;
    const request = latest.current;
    setPicked({ ...unknownPlace, ...point });
    setChanged(true);
    setLooking(true);
    try {
      const { timeZone: _, ...found } = await call(geolocations.reverse, point, { handlesErrors: true });
      if (request !== latest.current) return;
      setPicked(found);
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

  return { picked, changed, isLooking, isSaving, pickPlace, pickPoint, save };
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
