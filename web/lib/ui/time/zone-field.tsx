// Chooses a time zone. The list is the server's: browsers list one name of each zone, some the former one.
import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { geolocations } from '#contract/places.ts';
import { query } from '#web/lib/client/client.ts';

type Props = Omit<SelectProps, 'data' | 'searchable' | 'limit' | 'nothingFoundMessage'>;

/** `Europe/Kyiv` is found by `kyiv`, and by `kiev`, a link to it. The present value is always in the list. */
export function ZoneField({ value, ...props }: Props) {
  const { t } = useTranslation();
  const names = useQuery({ ...query(geolocations.getTimeZones, {}), staleTime: Number.POSITIVE_INFINITY }).data ?? [];
  const all = value && !names.includes(value) ? [value, ...names] : names;
  return (
    <Select
      {...props}
      data={all.map((name) => ({ value: name, label: shownZone(name) }))}
      value={value || null}
      searchable
      limit={50}
      nothingFoundMessage={t('grid.nothing')}
    />
  );
}

export const shownZone = (name: string) => name.replaceAll('_', ' ');
