// Saving one changed field of a row: shown at once, saved in order, taken back when the server refuses.
import i18next from 'i18next';
import type { AnyResource } from '#contract/lib/resource.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import type { Row } from '#web/lib/editor/row.ts';
import { fieldsOfInput, isQueryOf } from '#web/lib/editor/use-editor.ts';
import { rowName } from './format-value.ts';
import { refreshList } from './row-changes.ts';

/** The changes of one row that are not saved, or not read again yet. */
interface PendingChanges {
  last: Promise<unknown>;
  waiting: number;
  /** What each field was changed to last; of several changes only the last one is shown. */
  latestValues: Map<string, unknown>;
  /** The row as it was answered last: the version that the next change begins from. */
  row: Row;
}

const pendingByRow = new Map<string, PendingChanges>();

/** Whoever changes his mind meanwhile is not told that somebody else changed the record: his changes go one after the other. */
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
  // An answer that is under way would turn it back.
  void queryClient.cancelQueries({ predicate: ({ queryKey }) => isQueryOf(resource, queryKey) });
  showInLists(resource, row, field, value);
  const saving = pending.last.then(async () => {
    const before = pending.row;
    const input = Object.fromEntries(fieldsOfInput(resource).map(([name]) => [name, before[name]]));
    const isSaved = await attempt(i18next.t('grid.notSaved', { name: rowName(resource, row) }), async () => {
      const change = { ...input, [field]: value, id: row.id, version: before.version };
      pending.row = (await call(operation, change, { handlesErrors: true })) as Row; // An update answers the row.
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
      // Until the list was read again, it shows rows of the version before.
      if (pending.waiting === 0 && pendingByRow.get(key) === pending) pendingByRow.delete(key);
    }
  }
}

function showInLists({ area, name, declared }: AnyResource, row: Row, field: string, value: unknown): void {
  const path = `api/${area}/${name}/GetPaginated`;
  queryClient.setQueriesData<Record<string, unknown>>({ queryKey: [path] }, (answer) => {
    const rows = answer?.[declared.rowsKey] as Row[] | undefined; // As the contract says.
    if (!answer || !rows) return answer;
    return { ...answer, [declared.rowsKey]: rows.map((one) => (one.id === row.id ? { ...one, [field]: value } : one)) };
  });
}
