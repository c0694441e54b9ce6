// Sorts the categories of the company's services.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyServiceCategories, companyServices } from '#contract/booking/services.ts';
import { call, query } from '#web/lib/client/client.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { inChosenOrder, SortDialog } from './sort-dialog.tsx';

const { operations } = companyServiceCategories;

export function SortCategories({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const all = useQuery({ ...query(operations.getAll, {}), staleTime: 0 }).data;
  const [sorted, setSorted] = useState<readonly string[]>();
  const save = useMutation({
    mutationFn: (ids: string[]) => call(operations.order, { ids }),
    async onSuccess() {
      await Promise.all([refreshList(companyServiceCategories), refreshList(companyServices)]);
      toast('success', t('services.categoriesSorted'));
      onClose();
    },
  });
  return (
    <SortDialog
      title={t('services.sortCategoriesTitle')}
      hint={t('services.sortCategoriesHint')}
      groups={all && [{ key: 'all', items: inChosenOrder(all, sorted) }]}
      sorted={sorted}
      onSort={setSorted}
      isSaving={save.isPending}
      onSave={save.mutate}
      onClose={onClose}
    />
  );
}
