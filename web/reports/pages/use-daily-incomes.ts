// The incomes of some days, and their estimates: a new one shows at once.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Income, incomes } from '#contract/reports/incomes.ts';
import { call, query } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { refreshFigures } from '#web/lib/client/query-client.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

export function useDailyIncomes(range: { start: string; end: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const options = query(incomes.getByCompany, range);
  const read = useQuery(options);
  const showRow = (shown: Income) =>
    client.setQueryData<Income[]>(options.queryKey, (rows) =>
      rows?.map((row) => (row.date === shown.date ? shown : row)),
    );
  const save = useMutation({
    mutationFn: (input: { date: string; estimated: number | null }) => call(incomes.update, input),
    onMutate: ({ date, estimated }) => {
      const before = read.data?.find((row) => row.date === date);
      if (before && estimated !== null) showRow({ ...before, estimated, isEntered: true });
      return before;
    },
    onError(error, _input, before) {
      // Without a connection no answer replaces what was not saved.
      if (before) showRow(before);
      showError(error, t('incomes.notSaved'));
    },
    onSettled: refreshFigures,
  });
  const clear = useMutation({
    mutationFn: () => call(incomes.clear, {}),
    onSuccess: () => toast('success', t('incomes.cleared')),
    onError: (error) => showError(error, t('incomes.notCleared')),
    onSettled: refreshFigures,
  });
  return { read, save, clear };
}
