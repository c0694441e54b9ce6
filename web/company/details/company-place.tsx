// The company's place on a small map, with a button to change it.
import { Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { company } from '#contract/company/details.ts';
import type { GeoLocation } from '#contract/places.ts';
import { call, query } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { Section } from '#web/lib/ui/page/section.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { PlaceMap } from '#web/map/place-map.tsx';
import classes from './company-details.module.css';

const LocationPicker = lazy(() =>
  import('#web/places/location-picker.tsx').then(({ LocationPicker }) => ({ default: LocationPicker })),
);

export function CompanyPlace({
  place,
  address,
  name,
  readOnly,
}: {
  place: GeoLocation | null;
  address: string;
  name: string;
  readOnly: boolean;
}) {
  const { t } = useTranslation();
  const [isPicking, setPicking] = useState(false);
  const savePlace = useMutation({
    mutationFn: ({ id }: GeoLocation) =>
      call(company.updateGeoLocation, { geoLocationId: id }, { handlesErrors: true }),
    onSuccess(saved) {
      queryClient.setQueryData(query(company.get, {}).queryKey, saved);
      toast('success', t('company.placed', { name }));
    },
    onError: (error) => showError(error, t('company.notPlaced')),
  });
  return (
    <Section id="company-place" title={t('company.place')}>
      <p className={classes.address}>{place ? place.lineAddress : t('company.noPlace')}</p>
      {place && (
        <div className={classes.map}>
          <PlaceMap place={place} name={name} />
        </div>
      )}
      {!readOnly && (
        <Button
          variant="default"
          loading={savePlace.isPending}
          leftSection={<IconMapPin size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => setPicking(true)}
        >
          {t(place ? 'company.changePlace' : 'company.choosePlace')}
        </Button>
      )}
      {isPicking && (
        <Suspense>
          <LocationPicker
            initial={place}
            address={address}
            onClose={() => setPicking(false)}
            onSaved={(saved) => {
              setPicking(false);
              savePlace.mutate(saved);
            }}
          />
        </Suspense>
      )}
    </Section>
  );
}
