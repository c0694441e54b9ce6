// The locations of the company.
import { companyLocations } from '#contract/company/locations.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import type { RowAction } from '#web/lib/grid/row-actions.tsx';
import { askWhatVisitsKeep } from './ask-what-visits-keep.ts';
import { CountryInput } from './country-input.tsx';
import { PlaceInput, placeAddress } from './place-input.tsx';
import { ShiftedAppointments } from './shifted-appointments.tsx';

/** The actions belong to links, an area above this one. */
export function LocationsPage({
  actions,
}: {
  actions(row: { id: string; name: string; urlName: string }): RowAction[];
}) {
  return (
    <Grid
      resource={companyLocations}
      columns={[
        { field: 'name', width: 180 },
        { field: 'address', width: 200 },
        { field: 'country', width: 120 },
        { field: 'timeZone', width: 140 },
        { field: 'urlName', width: 160 },
        { field: 'isPagePublic', hidden: true },
        { field: 'createdAt', hidden: true },
      ]}
      inputs={{ country: CountryInput, geolocationId: PlaceInput, visitsKeep: null }}
      actions={actions}
      notice={<ShiftedAppointments />}
      answerQuestion={askWhatVisitsKeep}
      formats={{ geolocationId: placeAddress }}
    />
  );
}
