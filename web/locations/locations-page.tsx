// The places of the company.
import { companyLocations } from '#contract/locations.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { PlaceInput } from './place-input.tsx';

export function LocationsPage() {
  return (
    <Grid
      resource={companyLocations}
      columns={[
        { field: 'name', width: 200 },
        { field: 'address', width: 240 },
        { field: 'country', width: 140 },
        { field: 'timeZone', width: 160 },
        { field: 'urlName', width: 160 },
        { field: 'createdAt', hidden: true },
      ]}
      inputs={{ geolocationId: PlaceInput }}
    />
  );
}
