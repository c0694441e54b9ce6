// The map location modal: finds a place by address or by a click on the map and stores it as the company's geolocation.
import { Alert, Button, Skeleton } from '@mantine/core';
import { IconFocusCentered } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type GeoLocation, geolocations } from '#contract/places.ts';
import { query } from '#web/lib/client/client.ts';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { DEFAULT_ZOOM } from '#web/map/map-options.ts';
import { AddressSearch } from './address-search.tsx';
import classes from './location-picker.module.css';
import { PickedPlace } from './picked-place.tsx';
import { usePickedPlace } from './use-picked-place.ts';

const MapView = lazy(() => import('#web/map/map-view.tsx').then(({ MapView }) => ({ default: MapView })));

export interface LocationPickerProps {
  /** The current place, where the map starts. */
  initial?: GeoLocation | null;
  /** The typed address: the search begins with it where there is no place yet. */
  address?: string | undefined;
  /** Called after a new place was chosen and stored. The caller assigns its id and closes the modal. */
  onSaved: (place: GeoLocation) => void;
  onClose: () => void;
}

/** Open while rendered: `{picking && <LocationPicker … />}`. */
export function LocationPicker({ initial, address, onSaved, onClose }: LocationPickerProps) {
  const { t } = useTranslation();
  const start = useQuery({ ...query(geolocations.getDefault, {}), staleTime: Number.POSITIVE_INFINITY });
  const [isMissing, setMissing] = useState(false);
  const { picked, isInTown, changed, isLooking, pickPlace, pickPoint, save, isSaving } = usePickedPlace(
    initial ?? undefined,
    onSaved,
  );
  const [view, setView] = useState<{ latitude: number; longitude: number; zoom: number }>();
  const startPlace = initial ?? start.data;
  const center = picked ?? startPlace;
  const markers = useMemo(() => (picked ? [{ id: 'picked', ...pointOf(picked), label: picked.name }] : []), [picked]);
  const mapCenter = view ?? startPlace;
  const styleUrl = start.data?.styleUrl;
  return (
    <LargeDialog onClose={onClose} title={t('picker.title')} size="56rem">
      <div className={classes.parts}>
        <AddressSearch
          address={initial ? undefined : address}
          onChoose={pickPlace}
          onMissing={() => setMissing(true)}
        />
        <div role="status">
          {(isInTown || (isMissing && !picked)) && (
            <Alert color="orange" variant="light" styles={{ message: { color: 'var(--daybook-text)' } }}>
              {t(isInTown ? 'picker.onlyTown' : 'picker.addressMissing')}
            </Alert>
          )}
        </div>
        <div className={classes.map}>
          {center && !start.isPending ? (
            <Suspense fallback={<Skeleton height="100%" radius={0} />}>
              <MapView
                center={pointOf(center)}
                zoom={view?.zoom ?? DEFAULT_ZOOM}
                markers={markers}
                activeId="picked"
                onClick={(point) => void pickPoint(point)}
                onMove={setView}
                isLabelled
                showPosition
                styleUrl={styleUrl}
              />
            </Suspense>
          ) : (
            <Skeleton height="100%" radius={0} />
          )}
        </div>
        <div className={classes.hint}>
          <span>{t('picker.hint')}</span>
          {mapCenter && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconFocusCentered size={16} stroke={1.75} aria-hidden="true" />}
              onClick={() => void pickPoint(pointOf(mapCenter))}
            >
              {t('picker.middle')}
            </Button>
          )}
        </div>
        <PickedPlace place={picked} isLooking={isLooking} />
      </div>
      <FormFoot isSticky>
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button disabled={!changed || isLooking} loading={isSaving} onClick={() => void save()}>
          {t('picker.save')}
        </Button>
      </FormFoot>
    </LargeDialog>
  );
}

function pointOf({ latitude, longitude }: { latitude: number; longitude: number }) {
  return { latitude, longitude };
}
