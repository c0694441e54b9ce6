// The details of the user's company: name and contact data, place, and the limits of its plan.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { company } from '#contract/company/details.ts';
import { allows } from '#contract/lib/may.ts';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import columns from '#web/lib/ui/page/columns.module.css';
import { Page } from '#web/lib/ui/page/page.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { CompanyForm } from './company-form.tsx';
import { CompanyLimits } from './company-limits.tsx';
import { CompanyLogo } from './company-logo.tsx';
import { CompanyPlace } from './company-place.tsx';
import { OutsideRules } from './outside-rules.tsx';
import { PaymentRules } from './payment-rules.tsx';
import { ReminderRules } from './reminder-rules.tsx';
import { RequestRules } from './request-rules.tsx';
import { SmsRulesFields } from './sms-rules.tsx';

export function CompanyDetailsPage() {
  const { t } = useTranslation();
  const read = useQuery(query(company.get, {}));
  // A granted page opens the details for reading; changes require the action.
  const readOnly = !allows(useCurrentUser().actions, company.update.may);
  return (
    <Page title={t('company.title')}>
      {read.isPending && <LoadingSkeleton />}
      {read.isError && !read.data && <TryAgain onRetry={() => void read.refetch()} />}
      {read.data && (
        <div className={columns.columns}>
          <div className={columns.column}>
            <CompanyForm details={read.data} readOnly={readOnly} />
            <RequestRules details={read.data} readOnly={readOnly} />
            <PaymentRules details={read.data} readOnly={readOnly} />
            <ReminderRules details={read.data} readOnly={readOnly} />
            <SmsRulesFields details={read.data} readOnly={readOnly} />
            <OutsideRules details={read.data} readOnly={readOnly} />
          </div>
          <div className={columns.column}>
            <CompanyPlace
              place={read.data.geoLocation}
              address={read.data.address && [read.data.address, read.data.country].filter(Boolean).join(', ')}
              name={read.data.name}
              readOnly={readOnly}
            />
            {!readOnly && <CompanyLogo logoId={read.data.logoId} />}
            <CompanyLimits details={read.data} />
          </div>
        </div>
      )}
    </Page>
  );
}

function LoadingSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={columns.columns} role="status" aria-label={t('app.loading')}>
      <Skeleton height={360} />
      <Skeleton height={360} />
    </div>
  );
}
