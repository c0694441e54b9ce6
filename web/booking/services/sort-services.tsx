// Sorts the services of the company within their categories.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyServices } from '#contract/booking/services.ts';
import { call, query } from '#web/lib/client/client.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { choicesQuery } from './choices.ts';
import { inChosenOrder, SortDialog, type SortGroup } from './sort-dialog.tsx';

export function SortServices({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const all = useQuery({ ...query(companyServices.operations.getAll, {}), staleTime: 0 }).data;
  const categories = useQuery(choicesQuery).data?.categories ?? [];
  const [sorted, setSorted] = useState<readonly string[]>();
  const save = useMutation({
    mutationFn: (ids: string[]) => call(companyServices.operations.order, { ids }),
    async onSuccess() {
      await refreshList(companyServices);
      toast('success', t('services.sorted'));
      onClose();
    },
  });
  const services = inChosenOrder(all ?? [], sorted);
  const groups: SortGroup[] = [...categories, undefined].map((category) => ({
    key: category?.id ?? '',
    name: categories.length > 0 ? (category?.name ?? t('booking.otherServices')) : undefined,
    items: services.filter(({ categoryId }) => categoryId === (category?.id ?? null)),
  }));
  return (
    <SortDialog
      title={t('services.sortTitle')}
      hint={t('services.sortHint')}
      groups={all && groups.filter(({ items }) => items.length > 0)}
      sorted={sorted}
      onSort={setSorted}
      isSaving={save.isPending}
      onSave={save.mutate}
      onClose={onClose}
    />
  );
}
