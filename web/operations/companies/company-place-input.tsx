// The place of a company. Saves on selection.
import { useTranslation } from 'react-i18next';
import { systemCompanies } from '#contract/operations/companies.ts';
import { PlaceInput } from '#web/company/locations/place-input.tsx';
import { call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import type { CustomInput } from '#web/lib/editor/custom-input.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

export const CompanyPlaceInput: CustomInput = (props) => {
  const { t } = useTranslation();
  const { row, adopt } = props;
  return (
    <PlaceInput
      {...props}
      savePlace={async ({ id }) => {
        const done = await attempt(t('company.notPlaced'), async () => {
          const place = { companyId: row.id, geolocationId: id };
          adopt(await call(systemCompanies.operations.updateGeoLocation, place, { handlesErrors: true }));
        });
        if (done) toast('success', t('company.placed', { name: String(row.name) }));
        // The form continues without the list: it may be saved before the list is reloaded.
        void refreshList(systemCompanies as never); // Any list has rows; the specific type is not needed.
        return done;
      }}
    />
  );
};
