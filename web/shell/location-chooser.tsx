// Shows the current location and switches to another one, which reloads the application.
import { NativeSelect } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLocation } from '#web/lib/client/change-location.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

export function LocationChooser({ wide = false }: { wide?: boolean }) {
  const { t } = useTranslation();
  const { locations, locationId, companyId } = useCurrentUser();
  const [chosen, setChosen] = useState<string | null>(locationId);
  const change = useMutation({
    mutationFn: (id: string) => changeLocation(id),
    onError() {
      setChosen(locationId);
      toast('danger', t('app.locationNotChanged'));
    },
  });
  if (locations.length === 0) return null;
  const companies = Map.groupBy(locations, (each) => each.companyName);

  async function choose(id: string) {
    const location = locations.find((each) => each.id === id);
    if (!location) return;
    setChosen(id);
    const name = location.companyId === companyId ? location.name : `${location.name}, ${location.companyName}`;
    const confirmed = await ask({
      title: t('app.changeLocation', { name }),
      text: t('app.changeLocationText'),
      confirmLabel: t('app.changeLocationYes'),
    });
    if (confirmed) change.mutate(id);
    else setChosen(locationId);
  }

  const options = (places: typeof locations) => places.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <NativeSelect
      aria-label={t('app.location')}
      title={t('app.location')}
      disabled={locations.length === 1 || change.isPending}
      size="sm"
      value={chosen ?? ''}
      onChange={(event) => void choose(event.currentTarget.value)}
      leftSection={<IconMapPin size={17} stroke={1.75} aria-hidden="true" />}
      data={
        companies.size > 1
          ? [...companies].map(([group, places]) => ({ group, items: options(places) }))
          : options(locations)
      }
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
