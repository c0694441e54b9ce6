// The dialog of one step of the setup list. Each reuses the form that changes the same thing elsewhere.
import { Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { company } from '#contract/company/details.ts';
import type { SetupStep } from '#contract/reports/setup.ts';
import { calendarSettingsQuery } from '#web/booking/calendar-setup/calendar-settings.ts';
import { HoursSection } from '#web/booking/calendar-setup/hours-section.tsx';
import { ServiceDialog } from '#web/booking/calendar-setup/service-dialog.tsx';
import { InviteDialog } from '#web/company/people/invite-dialog.tsx';
import { OwnPictureSection } from '#web/identity/account/picture-section.tsx';
import { call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { LocationPicker } from '#web/places/location-picker.tsx';
import { MailDialog } from './mail-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';

interface Props {
  step: SetupStep;
  path: string | null;
  /** The profile and the calendar are published. */
  isPublic: boolean;
  onClose(): void;
}

export function SetupDialog({ step, path, isPublic, onClose }: Props) {
  const { t } = useTranslation();
  const title = t(`dashboard.setup.step.${step}`);
  switch (step) {
    case 'mail':
      return <MailDialog title={title} onClose={onClose} />;
    case 'name':
      return <NameDialog title={title} onClose={onClose} />;
    case 'place':
      return <PlaceDialog title={title} onClose={onClose} />;
    case 'service':
      return <ServiceDialog service={undefined} onClose={onClose} />;
    case 'invite':
      return <InviteDialog onClose={onClose} />;
    case 'share':
      return <ShareDialog title={title} path={path} isPublic={isPublic} onClose={onClose} />;
    case 'hours':
      return (
        <LargeDialog title={title} onClose={onClose}>
          <OwnHours onSaved={onClose} />
        </LargeDialog>
      );
    case 'picture':
      return (
        <LargeDialog title={title} size="lg" onClose={onClose}>
          <OwnPictureSection />
        </LargeDialog>
      );
    case 'public':
      return <PublishDialog title={title} onClose={onClose} />;
  }
}

function OwnHours({ onSaved }: { onSaved(): void }) {
  const read = useQuery({ ...calendarSettingsQuery, staleTime: 0 });
  const place = read.data?.locations[0];
  if (read.isError) return <TryAgain onRetry={() => void read.refetch()} />;
  if (!read.data || !place) return <Skeleton height={420} />;
  return <HoursSection settings={read.data} place={place} onDirty={() => {}} canConfirm onSaved={onSaved} />;
}

function PlaceDialog({ title, onClose }: { title: string; onClose(): void }) {
  const details = useQuery(query(company.get, {}));
  const save = useMutation({
    mutationFn: (geoLocationId: string) => call(company.updateGeoLocation, { geoLocationId }),
    onSuccess(saved) {
      queryClient.setQueryData(query(company.get, {}).queryKey, saved);
      onClose();
    },
  });
  if (!details.data) {
    return (
      <LargeDialog title={title} onClose={onClose}>
        {details.isError ? <TryAgain onRetry={() => void details.refetch()} /> : <Skeleton height={420} />}
      </LargeDialog>
    );
  }
  const { geoLocation, address, country } = details.data;
  return (
    <LocationPicker
      initial={geoLocation}
      address={address && [address, country].filter(Boolean).join(', ')}
      onClose={onClose}
      onSaved={({ id }) => save.mutate(id)}
    />
  );
}
