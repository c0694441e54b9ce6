// Where one works at the moment.
import { NativeSelect } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from './app-current-user.ts';

/** Shows the location; the server cannot change it for a session yet, so that it cannot be chosen here either. */
export function LocationChooser({ wide = false }: { wide?: boolean }) {
  const { t } = useTranslation();
  const { locations, locationId } = useCurrentUser();
  if (locations.length === 0) return null;
  return (
    <NativeSelect
      aria-label={t('app.location')}
      title={t(locations.length > 1 ? 'app.locationFixed' : 'app.location')}
      disabled
      size="sm"
      value={locationId ?? ''}
      onChange={() => {}}
      leftSection={<IconMapPin size={17} stroke={1.75} aria-hidden="true" />}
      data={locations.map(({ id, name }) => ({ value: id, label: name }))}
      styles={{
        input: {
          maxInlineSize: wide ? undefined : '13rem',
          background: 'transparent',
          color: 'var(--daybook-dimmed)',
          opacity: 1,
          textOverflow: 'ellipsis',
        },
      }}
    />
  );
}
