// A closed session with its figures: a Z.
import { useTranslation } from 'react-i18next';
import { tills, type ZReport } from '#contract/till/tills.ts';
import { PrintButton } from '#web/devices/printing/print-button.tsx';
import { call } from '#web/lib/client/client.ts';
import { minuteRange } from '#web/lib/dates.ts';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { TillFigures } from '../figures/figures.tsx';
import classes from './session.module.css';
import { TotalsSheet } from './totals-sheet.tsx';

export function ZDialog({ z, onClose }: { z: ZReport; onClose: () => void }) {
  const { t } = useTranslation();
  const { number, register, location, openedAt, closedAt, closedBy, timeZone, totals, countedCash, difference, hash } =
    z;
  return (
    <LargeDialog title={t('till.screen.zNumber', { number: String(number) })} size="lg" onClose={onClose}>
      <p className={classes.quiet}>
        {[register, location, closedAt && minuteRange(openedAt, closedAt, timeZone), closedBy]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <PrintButton
        label={t('till.screen.printZ')}
        send={(place) => call(tills.printTotals, { registerId: z.registerId, sessionId: z.id, ...place })}
      />
      <p className={classes.difference} data-wrong={difference !== 0 || undefined}>
        {difference === 0
          ? t('till.screen.noDifference')
          : t(difference > 0 ? 'till.screen.tooMuch' : 'till.screen.tooLittle')}
      </p>
      <TillFigures
        title={t('till.screen.count')}
        rows={[
          { name: t('till.screen.expectedCash'), amount: countedCash - difference },
          { name: t('till.screen.countedCash'), amount: countedCash },
        ]}
        total={{ name: t('till.screen.difference'), amount: difference }}
      />
      <TotalsSheet totals={totals} timeZone={timeZone} />
      <p className={classes.hash}>
        {t('till.screen.hash')} <code>{hash}</code>
      </p>
    </LargeDialog>
  );
}
