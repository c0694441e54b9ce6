// Opens the session of a register with the cash that lies in its drawer.
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TillState, tills } from '#contract/till/tills.ts';
import { CallError, call, query } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { formatFullEuro } from '#web/lib/money.ts';
import { AmountInput } from '#web/lib/ui/form/amount-input.tsx';
import { refreshTill } from '../state/refresh-till.ts';
import classes from './session.module.css';

export function OpenSession({ till }: { till: TillState }) {
  const { t } = useTranslation();
  return (
    <section className={classes.closed} aria-labelledby="till-closed">
      <h2 id="till-closed" className={classes.closedTitle}>
        {t('till.screen.closedTitle', { name: till.name })}
      </h2>
      {till.isManaged ? <OpenForm till={till} /> : <p>{t('till.screen.closedText')}</p>}
    </section>
  );
}

function OpenForm({ till }: { till: TillState }) {
  const { t } = useTranslation();
  const registerId = till.id;
  const closings = useQuery(query(tills.getClosings, { registerId }));
  const last = closings.data?.[0];
  const [typed, setTyped] = useState<number | string>();
  const cash = typed ?? last?.countedCash ?? 0;
  const open = useMutation({
    mutationFn: () => call(tills.open, { registerId, openingCash: Number(cash) }, { handlesErrors: true }),
    onSuccess(opened) {
      queryClient.setQueryData(query(tills.get, { registerId }).queryKey, opened);
      void refreshTill(registerId);
    },
    onError(error) {
      showError(error, t('till.screen.notOpened'));
      // Opened at another screen.
      if (error instanceof CallError && error.status === 409) void refreshTill(registerId);
    },
  });
  return (
    <form
      noValidate
      className={classes.openForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (cash !== '') open.mutate();
      }}
    >
      <AmountInput
        label={t('till.screen.openingCash')}
        description={
          last
            ? t('till.screen.lastCounted', { amount: formatFullEuro(last.countedCash) })
            : t('till.screen.openingHint')
        }
        size="md"
        autoFocus
        selectAllOnFocus
        value={cash}
        onChange={setTyped}
      />
      <Button type="submit" size="md" loading={open.isPending} disabled={cash === ''}>
        {t('till.screen.openTill')}
      </Button>
    </form>
  );
}
