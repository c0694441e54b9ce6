// The page of an appointment with the subscription of its customer.
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { AppointmentPage } from '#web/booking/public/appointment/appointment-page.tsx';

const VisitorFeed = lazy(() => import('./visitor-feed.tsx').then(({ VisitorFeed }) => ({ default: VisitorFeed })));

export function AppointmentWithFeed() {
  return (
    <AppointmentPage
      subscription={({ companyName }, actionHash) => (
        <Suspense fallback={<Skeleton height={150} />}>
          <VisitorFeed company={companyName} actionHash={actionHash} />
        </Suspense>
      )}
    />
  );
}
