// The place of a location on the map; choosing one fills the address, country and time zone that are still empty.
import { Button, Input } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type GeoLocation, geolocations } from '#contract/places.ts';
import { call } from '#web/lib/client/client.ts';
import type { OwnInputProps } from '#web/lib/editor/editor.tsx';
import { LocationPicker } from '#web/places/location-picker.tsx';

interface Props extends OwnInputProps {
  /** Saves the choice at once; otherwise it is saved with the form. Whether it was done. */
  put?: (chosen: GeoLocation) => Promise<boolean>;
}

export function PlaceInput({ id, label, description, error, disabled, form, row, put }: Props) {
  const { t } = useTranslation();
  const [isOpen, open] = useState(false);
  // The row of a location or a company carries its place.
  const [place, setPlace] = useState((row.geolocation ?? undefined) as GeoLocation | undefined);

  async function take(chosen: GeoLocation): Promise<void> {
    open(false);
    if (!put) form.setFieldValue('geolocationId', chosen.id);
    else if (!(await put(chosen))) return;
    setPlace(chosen);
    fill({ address: chosen.lineAddress, country: chosen.country });
    const { latitude, longitude } = chosen;
    // Without the zone nothing is lost: the field says that it is missing.
    const near = await call(geolocations.reverse, { latitude, longitude }, { tellsItself: true }).catch(
      () => undefined,
    );
    if (near) fill({ timeZone: near.timeZone });
  }
  function fill(found: Record<string, string>): void {
    const now = form.getValues();
    for (const [field, value] of Object.entries(found)) {
      if (field in now && !now[field] && value !== '-') form.setFieldValue(field, value);
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
      {isOpen && <LocationPicker initial={place} onSaved={(saved) => void take(saved)} onClose={() => open(false)} />}
    </Input.Wrapper>
  );
}
