// The services of the company: what customers book, and who does it.
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { bookingImports } from '#contract/booking/import.ts';
import { companyServices } from '#contract/booking/services.ts';
import { allows } from '#contract/lib/may.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { ToggleCell } from '#web/lib/grid/toggle-cell.tsx';
import { ImportButton } from '#web/lib/ui/file-import/import-button.tsx';
import { CategoryInput } from './category-input.tsx';
import { choicesQuery } from './choices.ts';
import { ColourInput } from './colour-input.tsx';
import { OptionsField } from './options-field.tsx';
import { PeopleField } from './people-field.tsx';
import { ServicePictureInput } from './picture-input.tsx';
import { ReminderInput } from './reminder-input.tsx';
import { serviceFormats } from './service-formats.ts';
import { ServiceTabs } from './service-tabs.tsx';
import { SortButton } from './sort-button.tsx';
import { SortServices } from './sort-services.tsx';
import { VatRatesInput } from './vat-rates-input.tsx';

const BookingImportDialog = lazy(() =>
  import('#web/booking/import/booking-import-dialog.tsx').then((module) => ({ default: module.BookingImportDialog })),
);

export function ServicesPage() {
  const { t } = useTranslation();
  const mayImport = allows(useCurrentUser().actions, bookingImports.run.may);
  // Until the answer says otherwise, there are some: most companies have them.
  const hasCategories = useQuery(choicesQuery).data?.categories.length !== 0;
  return (
    <>
      <ServiceTabs />
      <Grid
        resource={companyServices}
        columns={[
          { field: 'name', width: 220 },
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
        groupBy={hasCategories ? { field: 'category', none: t('booking.otherServices') } : undefined}
        tools={
          <>
            <SortButton dialog={SortServices} />
            {mayImport && <ImportButton dialog={BookingImportDialog} />}
          </>
        }
        deletionNote={({ comingAppointments: count }) =>
          count > 0 ? t('list.services.deleteHeld', { count }) : undefined
        }
        inputs={{
          categoryId: CategoryInput,
          colour: ColourInput,
          pictureId: ServicePictureInput,
          reminderLeads: ReminderInput,
          vatRates: VatRatesInput,
          people: null,
          options: null,
        }}
        formats={serviceFormats}
        below={(_, form) => (
          <>
            <OptionsField form={form} />
            <PeopleField form={form} />
          </>
        )}
      />
    </>
  );
}
