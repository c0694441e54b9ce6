// Deletes rows, restores them and clears lists. Asks first and names the rows.
import i18next from 'i18next';
import type { AnyResource } from '#contract/lib/resource.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import type { Row } from '#web/lib/editor/row.ts';
import { isQueryOf } from '#web/lib/editor/use-editor.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { rowName } from './format-value.ts';
import { listText, notDeletedText } from './list-text.ts';

export function refreshList(resource: AnyResource): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => isQueryOf(resource, queryKey) });
}

/** The records that a question names before it counts the rest. */
const maxNamed = 3;

/**
 * Asks for confirmation, then deletes the rows by one call: all of them, or none with the reasons. `note` is what the
 * question says about a single row.
 */
export async function deleteRows(resource: AnyResource, rows: readonly Row[], note?: string): Promise<void> {
  const [row] = rows;
  if (!row) return;
  const names = rows.map((one) => rowName(resource, one));
  const rest = rows.length - maxNamed;
  const listed = rest > 1 ? [...names.slice(0, maxNamed), i18next.t('grid.andMore', { rest })] : names;
  const confirmed = await ask({
    title:
      rows.length === 1
        ? i18next.t('grid.deleteOne', { name: names[0] })
        : i18next.t('grid.deleteMany', { count: rows.length }),
    items: rows.length === 1 ? [] : listed,
    text: [note, i18next.t(resource.operations.restore ? 'grid.wayBack' : 'grid.noWayBack')].filter(Boolean).join(' '),
    confirmLabel: i18next.t('grid.delete'),
    danger: true,
  });
  if (!confirmed) return;
  if (rows.length === 1) await deleteOne(resource, row);
  else await deleteMany(resource, rows);
  await refreshList(resource);
}

async function deleteOne(resource: AnyResource, row: Row): Promise<void> {
  const operation = resource.operations.delete;
  if (!operation) return;
  try {
    await call(operation, { id: row.id }, { handlesErrors: true });
    reportDeleted(resource, [row]);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.leadsAway) return;
    const [{ link } = {}] = problemsIn(error);
    const show = link ? { label: i18next.t('grid.showUse'), run: () => location.assign(link) } : undefined;
    toast('danger', `${notDeletedText(resource, rowName(resource, row))} ${error.message}`.trim(), show);
  }
}

/** Deletes several rows. If some cannot be deleted, shows why and offers to delete the others. */
async function deleteMany(resource: AnyResource, rows: readonly Row[]): Promise<void> {
  const operation = resource.operations.deleteMany;
  if (!operation) return;
  const error = await call(operation, { ids: rows.map(({ id }) => id) }, { handlesErrors: true }).catch(
    (reason: unknown) => reason,
  );
  if (!error) return reportDeleted(resource, rows);
  if (!(error instanceof CallError)) throw error;
  if (error.leadsAway) return;
  const problems = new Map(problemsIn(error).map(({ id, message }) => [id, message]));
  if (problems.size === 0) return toast('danger', error.message);
  const refused = rows.filter(({ id }) => problems.has(id));
  const others = rows.filter(({ id }) => !problems.has(id));
  const goesOn = await ask({
    title: i18next.t('grid.someNotDeleted', { some: refused.length, all: rows.length }),
    items: refused.map((row) => `${rowName(resource, row)}: ${problems.get(row.id)}`),
    text: i18next.t('grid.notAllDeleted'),
    ...(others.length > 0
      ? { confirmLabel: i18next.t('grid.deleteOthers', { rest: others.length }), danger: true }
      : { confirmLabel: i18next.t('app.close') }),
  });
  if (goesOn && others.length > 0) await deleteMany(resource, others);
}

function reportDeleted(resource: AnyResource, rows: readonly Row[]): void {
  const message =
    rows.length === 1 && rows[0]
      ? i18next.t('grid.deleted', { name: rowName(resource, rows[0]) })
      : i18next.t('grid.deletedMany', { count: rows.length });
  const undo = { label: i18next.t('grid.undo'), run: () => void restoreRows(resource, rows) };
  toast('success', message, resource.operations.restore && undo);
}

async function restoreRows(resource: AnyResource, rows: readonly Row[]): Promise<void> {
  const { restore, restoreMany } = resource.operations;
  const [row] = rows;
  if (!restore || !restoreMany || !row) return;
  if (rows.length === 1) {
    await attempt(i18next.t('grid.notRestored', { name: rowName(resource, row) }), () =>
      call(restore, { id: row.id }, { handlesErrors: true }),
    );
  } else {
    const error = await call(restoreMany, { ids: rows.map(({ id }) => id) }, { handlesErrors: true }).catch(
      (reason: unknown) => reason,
    );
    if (error) reportNotRestored(resource, rows, error);
  }
  await refreshList(resource);
}

function reportNotRestored(resource: AnyResource, rows: readonly Row[], error: unknown): void {
  if (!(error instanceof CallError)) throw error;
  if (error.leadsAway) return;
  const [problem] = problemsIn(error);
  const row = rows.find(({ id }) => id === problem?.id);
  const reason = row && `${i18next.t('grid.notRestored', { name: rowName(resource, row) })} ${problem?.message}`;
  toast('danger', `${i18next.t('grid.notRestoredMany')} ${reason ?? ''}`.trim());
}

/** The reasons for each record in a refusal. */
function problemsIn({ body }: CallError): { id: string; message: string; link: string | undefined }[] {
  // The spelling of the wire, by the contract.
  const { Problems = [] } = (body ?? {}) as { Problems?: { Id: string; Message: string; Link?: string }[] };
  return Problems.map(({ Id, Message, Link }) => ({ id: Id, message: Message, link: Link }));
}

export async function clearList(resource: AnyResource): Promise<void> {
  const operation = resource.operations.clear;
  if (!operation) return;
  const list = listText(resource, 'title');
  const confirmed = await ask({
    title: i18next.t('grid.clearTitle', { list }),
    text: i18next.t('grid.clearText'),
    confirmLabel: i18next.t('grid.clear'),
    danger: true,
  });
  if (!confirmed) return;
  const done = await attempt(i18next.t('grid.notCleared', { list }), () =>
    call(operation, {}, { handlesErrors: true }),
  );
  if (done) toast('success', i18next.t('grid.cleared', { list }));
  await refreshList(resource);
}
