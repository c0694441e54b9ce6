// Offers a search that finds no one again, each time without one of its words.
import { useTranslation } from 'react-i18next';
import classes from './people-list.module.css';
import { withoutOne } from './without-one.ts';

export function FewerWords({ text, onFind }: { text: string; onFind(text: string): void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.empty}>
      <p>{t('home.notTogether')}</p>
      <ul className={classes.fewer}>
        {withoutOne(text).map((rest) => (
          <li key={rest}>
            <button type="button" className={classes.widen} onClick={() => onFind(rest)}>
              {rest}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
