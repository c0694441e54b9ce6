// The law of a country about cash registers, as far as it was looked up.
import { useTranslation } from 'react-i18next';
import { tillDuties } from '#contract/till/duties.ts';
import { countryName } from '#web/lib/countries.ts';
import { plainDay } from '#web/lib/dates.ts';
import classes from './till-places.module.css';

const fullDay = { day: 'numeric', month: 'long', year: 'numeric' } as const;

export function CountryLaw({ country }: { country: string }) {
  const { t } = useTranslation();
  const duty = tillDuties[country];
  const name = countryName(country);
  if (!duty) return <p className={classes.law}>{t('tillPlaces.law.unknown', { country: name })}</p>;
  const key = duty.onlyTrades ? 'trades' : duty.needsDevice ? 'device' : 'none';
  return (
    <div>
      <p className={classes.law}>{t(`tillPlaces.law.${key}`, { country: name })}</p>
      <p className={classes.source}>
        {t('tillPlaces.source', { source: duty.source, day: plainDay(duty.checked, fullDay) })}
      </p>
    </div>
  );
}
