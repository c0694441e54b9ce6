// The appointments that new rules of their time zone have shifted, until an administrator says what they keep.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { companyLocations } from '#contract/company/locations.ts';
import { allows } from '#contract/lib/may.ts';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';

// Needed once in years.
const ShiftedAppointmentsOf = lazy(async () => ({
  default: (await import('./shifted-location.tsx')).ShiftedAppointmentsOf,
}));

const shiftedQuery = query(companyLocations.operations.getShifted, {});

export function ShiftedAppointments() {
  return allows(useCurrentUser().actions, 'admin') ? <OfCompany /> : null;
}

function OfCompany() {
  const { data = [], refetch } = useQuery(shiftedQuery);
  return (
    <Suspense fallback={null}>
      {data.map((location) => (
        <ShiftedAppointmentsOf key={location.locationId} location={location} onSettled={refetch} />
      ))}
    </Suspense>
  );
}
