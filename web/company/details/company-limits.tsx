// The limits of the company's plan and their use. Read-only for the company.
import { useTranslation } from 'react-i18next';
import type { CompanyDetails } from '#contract/company/details.ts';
import { formatCount } from '#web/lib/count.ts';
import { formatEuro } from '#web/lib/money.ts';
import { Section } from '#web/lib/ui/page/section.tsx';
import classes from './company-details.module.css';

export function CompanyLimits({ details }: { details: CompanyDetails }) {
  const { t } = useTranslation();
  const { activeLocations, maxLocations, activeUsers, maxUsers, additionalBalance, planName } = details;
  const { campaignMailsOfDay, campaignMailsPerDay } = details;
  const rows = [
    ...(planName ? [[t('company.plan'), planName]] : []),
    [t('company.balance'), formatEuro(additionalBalance)],
    [t('company.locations'), t('company.used', { used: activeLocations, most: maxLocations })],
    [t('company.employees'), t('company.used', { used: activeUsers, most: maxUsers })],
    [
      t('company.campaignMails'),
      t('company.used', { used: formatCount(campaignMailsOfDay), most: formatCount(campaignMailsPerDay) }),
    ],
  ];
  return (
    <Section id="company-limits" title={t('company.limits')}>
      <dl className={classes.limits}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
