// Runs one step of the booking at a time. Shows failures and lets the visitor retry.
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '#web/lib/client/client.ts';

export function useStepRunner() {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  return {
    isBusy,
    /** Why the last step failed. */
    problem,
    clearProblem: () => setProblem(undefined),
    async runStep(act: () => Promise<void>): Promise<void> {
      if (isBusy) return;
      setBusy(true);
      setProblem(undefined);
      try {
        await act();
      } catch (error) {
        setProblem(errorMessage(error, t));
      } finally {
        setBusy(false);
      }
    },
  };
}

function errorMessage(error: unknown, t: TFunction): string {
  if (!(error instanceof CallError)) return t('error.unexpected');
  if (error.status === 0) return t('error.offline');
  return error.message || t('error.unexpected');
}
