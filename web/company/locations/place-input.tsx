// The place of a location on the map. Choosing one fills address, country and time zone if they are empty.
import { Button, Input } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type GeoLocation, geolocations } from '#contract/places.ts';
import { call } from '#web/lib/client/client.ts';
import type { CustomInputProps } from '#web/lib/editor/custom-input.ts';
import type { Row } from '#web/lib/editor/row.ts';
import { LocationPicker } from '#web/places/location-picker.tsx';

interface Props extends CustomInputProps {
  /** Saves the choice at once, and returns true on success. If omitted, the form saves it. */
  savePlace?: (chosen: GeoLocation) => Promise<boolean>;
}

/** The places that were chosen on this page, by id. */
const chosenPlaces = new Map<string, GeoLocation>();

/** A place that was chosen here or belongs to the row. */
function placeOf(id: unknown, row: Row): GeoLocation | undefined {
  const place = row.geolocation as GeoLocation | null | undefined; // The row of a location or company includes it.
  return place?.id === id ? (place ?? undefined) : chosenPlaces.get(String(id));
}

/** The address of a place that was chosen here or belongs to the row. */
export function placeAddress(id: unknown, row: Row): string {
  return placeOf(id, row)?.lineAddress ?? '';
}

function typedAddress({ address, country }: Record<string, unknown>): string | undefined {
  return address ? [address, country].filter(Boolean).join(', ') : undefined;
}

export function PlaceInput({ id, label, description, error, disabled, form, row, savePlace }: Props) {
  const { t } = useTranslation();
  const [isOpen, open] = useState(false);
  const [savedId, setSavedId] = useState((row.geolocation as GeoLocation | null | undefined)?.id);
  const place = placeOf(savePlace ? savedId : form.values.geolocationId, row);

  async function choosePlace(chosen: GeoLocation): Promise<void> {
    open(false);
    chosenPlaces.set(chosen.id, chosen);
    if (!savePlace) form.setFieldValue('geolocationId', chosen.id);
    else if (!(await savePlace(chosen))) return;
    setSavedId(chosen.id);
    fillEmpty({ address: chosen.lineAddress, country: chosen.country });
    if (!('timeZone' in form.getValues())) return;
    const { latitude, longitude } = chosen;
    // A failure is harmless: the empty field shows that the zone is missing.
    const found = await call(geolocations.reverse, { latitude, longitude }, { handlesErrors: true }).catch(
      () => undefined,
    );
    if (found) fillEmpty({ timeZone: found.timeZone });
  }
  function fillEmpty(found: Record<string, string>): void {
    const values = form.getValues();
    for (const [field, value] of Object.entries(found)) {
      if (field in values && !values[field] && value !== '-') form.setFieldValue(field, value);
    }
  }
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      <Button
        id={id}
        variant="default"
        fullWidth
        justify="flex-start"
        leftSection={<IconMapPin size={16} stroke={1.75} />}
        disabled={disabled}
        onClick={() => open(true)}
      >
        {place ? place.lineAddress : t('company.choosePlace')}
      </Button>
      {isOpen && (
        <LocationPicker
          initial={place}
          address={typedAddress(form.getValues())}
          onSaved={(saved) => void choosePlace(saved)}
          onClose={() => open(false)}
        />
      )}
    </Input.Wrapper>
  );
}
