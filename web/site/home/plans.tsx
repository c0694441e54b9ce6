// The plans and their prices.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { home } from '#contract/site/home.ts';
import { query } from '#web/lib/client/client.ts';
import { formatEuro } from '#web/lib/money.ts';
import classes from './plans.module.css';

export function Plans() {
  const { t } = useTranslation();
  const plans = useQuery({ ...query(home.getPlanDetails, {}), staleTime: 600_000 });
  const registration = useQuery({ ...query(home.getRegistration, {}), enabled: Boolean(plans.data?.length) });
  if (!plans.data?.length) return null;
  return (
    <section className={classes.plans} aria-labelledby="plans-title">
      <h2 id="plans-title" className={classes.title}>
        {t('home.plans')}
      </h2>
      <p className={classes.lead}>{t('home.plansLead')}</p>
      <ul className={classes.list}>
        {plans.data.map((plan) => (
          <li key={plan.number} className={classes.plan}>
            <h3 className={classes.name}>{plan.name}</h3>
            <p className={`${classes.cost} figures`}>
              {plan.monthlyCost === 0 ? t('home.free') : formatEuro(plan.monthlyCost)}
              {plan.monthlyCost > 0 && <span className={classes.month}> {t('home.aMonth')}</span>}
            </p>
            <p className={classes.text}>{plan.description}</p>
            <ul className={classes.facts}>
              <li>{t('home.users', { count: plan.maxUsers })}</li>
              <li>{t('home.locations', { count: plan.maxLocations })}</li>
            </ul>
            {registration.data?.isOpen && (
              <Button
                renderRoot={(props) => <Link to="/user/register" search={{ planNumber: plan.number }} {...props} />}
                variant="default"
                className={classes.choose}
              >
                {t('home.choosePlan', { plan: plan.name })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
