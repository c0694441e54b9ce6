// All companies of the installation.
import { IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { systemCompanies } from '#contract/operations/companies.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { CampaignMailsInput } from './campaign-mails-input.tsx';
import { CompanyPlaceInput } from './company-place-input.tsx';
import { TermsDialog } from './terms-dialog.tsx';

/** The terms have a dialog of their own, with their history. */
const termsInputs = {
  monthlyCost: null,
  smsCost: null,
  discountPercentage: null,
  discountMonths: null,
  maxUsers: null,
  maxLocations: null,
  extraUserCost: null,
  extraLocationCost: null,
};

export function CompaniesPage() {
  const { t } = useTranslation();
  const [chosen, choose] = useState<{ id: string; name: string }>();
  return (
    <>
      <Grid
        resource={systemCompanies}
        columns={[
          { field: 'name', width: 190 },
          { field: 'eMail', width: 190 },
          { field: 'activeUsers', width: 95 },
          { field: 'activeLocations', width: 105 },
          { field: 'monthlyCost', width: 130 },
          { field: 'createdAt', width: 170 },
          { field: 'isEMailVerified', width: 150, hidden: true },
          { field: 'country', width: 120, hidden: true },
          { field: 'address', hidden: true },
          { field: 'phoneNumber', hidden: true },
          { field: 'maxUsers', hidden: true },
          { field: 'maxLocations', hidden: true },
          { field: 'smsCost', hidden: true },
          { field: 'discountPercentage', hidden: true },
          { field: 'discountMonths', hidden: true },
          { field: 'extraUserCost', hidden: true },
          { field: 'extraLocationCost', hidden: true },
          { field: 'additionalBalance', hidden: true },
          { field: 'smsPerDay', hidden: true },
          { field: 'campaignMailsPerDay', hidden: true },
          { field: 'campaignMailsOfDay', hidden: true },
          { field: 'linksLeadDirectly', hidden: true },
        ]}
        inputs={{ ...termsInputs, campaignMailsPerDay: CampaignMailsInput, geolocationId: CompanyPlaceInput }}
        actions={(row) => [
          {
            label: t('list.companies.terms.open'),
            icon: IconReceipt,
            run: () => choose({ id: row.id, name: row.name }),
          },
        ]}
      />
      {chosen && <TermsDialog company={chosen} onClose={() => choose(undefined)} />}
    </>
  );
}
