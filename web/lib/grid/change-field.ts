// Saves one changed field of a row: shows it at once, saves changes in order, reverts on refusal.
import i18next from 'i18next';
import type { AnyResource } from '#contract/lib/resource.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import type { Row } from '#web/lib/editor/row.ts';
import { fieldsOfInput, isQueryOf } from '#web/lib/editor/use-editor.ts';
import { rowName } from './format-value.ts';
import { refreshList } from './row-changes.ts';

/** Changes of one row that are unsaved, or saved but not yet reloaded. */
interface PendingChanges {
  last: Promise<unknown>;
  waiting: number;
  /** The latest value of each field. If several changes overlap, only the latest is shown. */
  latestValues: Map<string, unknown>;
  /** The row as last returned; its version is the base of the next change. */
  row: Row;
}

const pendingByRow = new Map<string, PendingChanges>();

/** Queues the changes of a row: rapid changes by one person then cause no version conflict. */
export async function changeField(resource: AnyResource, row: Row, field: string, value: unknown): Promise<void> {
  const operation = resource.operations.update;
  if (!operation) return;
  const key = `${resource.area}/${resource.name}/${row.id}`;
  const pending: PendingChanges = pendingByRow.get(key) ?? {
    last: Promise.resolve(),
    waiting: 0,
    latestValues: new Map(),
    row,
  };
  pendingByRow.set(key, pending);
  pending.waiting++;
  pending.latestValues.set(field, value);
  // A pending answer would revert the shown value.
  void queryClient.cancelQueries({ predicate: ({ queryKey }) => isQueryOf(resource, queryKey) });
  showInLists(resource, row, field, value);
  const saving = pending.last.then(async () => {
    const before = pending.row;
    const input = Object.fromEntries(fieldsOfInput(resource).map(([name]) => [name, before[name]]));
    const isSaved = await attempt(i18next.t('grid.notSaved', { name: rowName(resource, row) }), async () => {
      const change = { ...input, [field]: value, id: row.id, version: before.version };
      pending.row = (await call(operation, change, { handlesErrors: true })) as Row; // An update returns the row.
    });
    const isLast = pending.latestValues.get(field) === value;
    if (!isSaved && isLast) showInLists(resource, row, field, before[field]);
  });
  pending.last = saving.catch(() => {});
  try {
    await saving;
  } finally {
    pending.waiting--;
    if (pending.waiting === 0) {
      await refreshList(resource);
      // Until the reload, the list contains rows of the previous version.
      if (pending.waiting === 0 && pendingByRow.get(key) === pending) pendingByRow.delete(key);
    }
  }
}

function showInLists({ area, name, declared }: AnyResource, row: Row, field: string, value: unknown): void {
  const path = `api/${area}/${name}/GetPaginated`;
  queryClient.setQueriesData<Record<string, unknown>>({ queryKey: [path] }, (answer) => {
    const rows = answer?.[declared.rowsKey] as Row[] | undefined; // By the contract.
    if (!answer || !rows) return answer;
    return { ...answer, [declared.rowsKey]: rows.map((one) => (one.id === row.id ? { ...one, [field]: value } : one)) };
  });
}
