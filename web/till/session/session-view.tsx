// The session of a register: its figures so far (X), movements of cash, the closing, and former closings.
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TillState, tills, type ZReport } from '#contract/till/tills.ts';
import { PrintButton } from '#web/devices/printing/print-button.tsx';
import { call, query } from '#web/lib/client/client.ts';
import { minuteOf } from '#web/lib/dates.ts';
import { Section } from '#web/lib/ui/page/section.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { Closings } from './closings.tsx';
import { type CashMove, MoveDialog } from './move-dialog.tsx';
import classes from './session.module.css';
import { TotalsSheet } from './totals-sheet.tsx';
import { ZDialog } from './z-dialog.tsx';

export function SessionView({ till }: { till: TillState }) {
  const { t } = useTranslation();
  const [move, setMove] = useState<CashMove>();
  const [closing, setClosing] = useState<string>();
  const [z, setZ] = useState<ZReport>();
  const { session } = till;
  return (
    <div className={classes.view}>
      {session && (
        <>
          <div className={classes.acts}>
            {till.isManaged && (
              <>
                <Button variant="default" onClick={() => setMove('in')}>
                  {t('till.screen.moves.in')}
                </Button>
                <Button variant="default" onClick={() => setMove('out')}>
                  {t('till.screen.moves.out')}
                </Button>
              </>
            )}
            <Button variant="default" onClick={() => setMove('drawer')}>
              {t('till.screen.openDrawer')}
            </Button>
            {till.isManaged && <Button onClick={() => setClosing(session.id)}>{t('till.screen.countAndClose')}</Button>}
          </div>
          <XSection till={till} />
        </>
      )}
      <Section id="till-closings" title={t('till.screen.closings')}>
        <Closings registerId={till.id} onOpen={setZ} />
      </Section>
      {move && <MoveDialog registerId={till.id} kind={move} onClose={() => setMove(undefined)} />}
      {closing && (
        <CloseDialog
          till={till}
          sessionId={closing}
          onClosed={(closed) => {
            setClosing(undefined);
            setZ(closed);
          }}
          onClose={() => setClosing(undefined)}
        />
      )}
      {z && <ZDialog z={z} onClose={() => setZ(undefined)} />}
    </div>
  );
}

function XSection({ till }: { till: TillState }) {
  const { t } = useTranslation();
  const read = useQuery({
    ...query(tills.getX, { registerId: till.id }),
    // Closed a moment ago: the register is read again at the same time, and has no X then.
    queryFn: ({ signal }) => call(tills.getX, { registerId: till.id }, { signal, handlesErrors: [409] }),
    staleTime: 0,
  });
  const { session, timeZone } = till;
  return (
    <Section
      id="till-x"
      title={t('till.screen.x')}
      action={
        <PrintButton
          isSmall
          label={t('till.screen.printX')}
          send={(place) => call(tills.printTotals, { registerId: till.id, ...place })}
        />
      }
    >
      {session && (
        <p className={classes.quiet}>
          {[t('till.screen.openSince', { time: minuteOf(session.openedAt, timeZone) }), session.openedBy]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {read.isPending && <Skeleton height={240} role="status" aria-label={t('app.loading')} />}
      {read.isError && !read.data && <TryAgain onRetry={() => void read.refetch()} />}
      {read.data && <TotalsSheet totals={read.data} timeZone={timeZone} />}
    </Section>
  );
}
