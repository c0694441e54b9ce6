// The services of the company: what customers book, and who does it.
import { companyServices } from '#contract/booking/services.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { ToggleCell } from '#web/lib/grid/toggle-cell.tsx';
import { CategoryInput } from './category-input.tsx';
import { ColourInput } from './colour-input.tsx';
import { PeopleInput } from './people-input.tsx';
import { ServiceTabs } from './service-tabs.tsx';

export function ServicesPage() {
  return (
    <>
      <ServiceTabs />
      <Grid
        resource={companyServices}
        columns={[
          { field: 'name', width: 190 },
          { field: 'category', width: 130 },
          { field: 'minutes', width: 90 },
          { field: 'price', width: 100 },
          { field: 'doneBy', width: 200 },
          {
            field: 'isActive',
            width: 130,
            cell: (row) => <ToggleCell resource={companyServices} row={row} field="isActive" />,
          },
          { field: 'comingAppointments', hidden: true, width: 130 },
          { field: 'position', hidden: true, width: 90 },
          { field: 'vatRate', hidden: true, width: 90 },
        ]}
        inputs={{ categoryId: CategoryInput, colour: ColourInput, pictureId: null, people: PeopleInput }}
      />
    </>
  );
}
