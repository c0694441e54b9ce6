// Earlier imports, which can be undone for a day.
import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { bookingImports, type EarlierImport } from '#contract/booking/import.ts';
import { companyServices } from '#contract/booking/services.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { companyProducts } from '#contract/till/products.ts';
import { call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { dayAndTime, dayAndTimeWithin, visitorZone } from '#web/lib/dates.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import importClasses from '#web/lib/ui/file-import/file-import.module.css';
import classes from './earlier-imports.module.css';

export function EarlierImports({ imports }: { imports: readonly EarlierImport[] }) {
  const { t } = useTranslation();
  const undo = useMutation({
    mutationFn: (id: string) => call(bookingImports.undo, { id }),
    onSettled() {
      void queryClient.invalidateQueries({ queryKey: query(bookingImports.getAll, {}).queryKey });
      void refreshList(companyServices as unknown as AnyResource);
      void refreshList(companyContacts as unknown as AnyResource);
      void refreshList(companyProducts as unknown as AnyResource);
    },
  });
  async function confirm({ id, fileName }: EarlierImport): Promise<void> {
    const isSure = await ask({
      title: t('imports.undoTitle', { file: fileName }),
      text: t('imports.undoText'),
      confirmLabel: t('imports.undo'),
      danger: true,
    });
    if (isSure) undo.mutate(id);
  }
  const isOfProducts = (id: string) => imports.some((one) => one.id === id && one.kind === 'products');
  if (imports.length === 0) return null;
  const zone = visitorZone();
  return (
    <section className={classes.earlier}>
      <h3 className={importClasses.lead}>{t('imports.earlier')}</h3>
      {undo.data && (
        <Alert variant="light" my="sm" role="status">
          {t(isOfProducts(undo.variables) ? 'imports.productsUndone' : 'imports.undone', { ...undo.data.removed })}
          {undo.data.kept.length > 0 && (
            <>
              <p className={classes.kept}>{t('imports.undoKept')}</p>
              <ul className={classes.kept}>
                {undo.data.kept.map(({ kind, name, start, reason }) => (
                  <li key={`${kind} ${name} ${start}`}>
                    {[
                      `${t(`imports.keptKind.${kind}`)}: ${name}`,
                      start && dayAndTime(start, zone),
                      t(`imports.keptReason.${reason}`),
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Alert>
      )}
      <ul className={classes.list}>
        {imports.map((one) => (
          <li key={one.id}>
            <div>
              <strong>{one.fileName}</strong>
              <p className={classes.quiet}>
                {[dayAndTime(one.createdAt, zone), one.person, t(`imports.state.${one.state}`)]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <p className={classes.quiet}>
                {t(one.kind === 'products' ? 'imports.productCounts' : 'imports.counts', one.counts)}
              </p>
              {one.undoUntil && (
                <p className={classes.quiet}>
                  {t('imports.undoUntil', { time: dayAndTimeWithin(one.undoUntil, zone) })}
                </p>
              )}
            </div>
            {one.undoUntil && (
              <Button
                variant="default"
                size="xs"
                loading={undo.isPending && undo.variables === one.id}
                disabled={undo.isPending}
                onClick={() => void confirm(one)}
              >
                {t('imports.undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
