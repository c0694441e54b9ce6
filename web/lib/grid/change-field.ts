// Saving one changed field of a row: shown at once, saved in order, taken back when the server refuses.
import i18next from 'i18next';
import type { AnyResource } from '#contract/lib/resource.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import type { Row } from '#web/lib/editor/row.ts';
import { fieldsOfInput, isOf } from '#web/lib/editor/use-editor.ts';
import { refresh } from './row-changes.ts';
import { nameOf } from './show-value.ts';

/** The changes of one row that are not saved, or not read again yet. */
interface Turns {
  last: Promise<unknown>;
  waiting: number;
  /** What each field was changed to last; of several changes only the last one is shown. */
  wanted: Map<string, unknown>;
  /** The row as it was answered last: the version that the next change begins from. */
  row: Row;
}

const turnsOf = new Map<string, Turns>();

/** Whoever changes his mind meanwhile is not told that somebody else changed the record: his changes go one after the other. */
export async function changeField(resource: AnyResource, row: Row, field: string, value: unknown): Promise<void> {
  const operation = resource.operations.update;
  if (!operation) return;
  const key = `${resource.area}/${resource.name}/${row.id}`;
  const turns: Turns = turnsOf.get(key) ?? { last: Promise.resolve(), waiting: 0, wanted: new Map(), row };
  turnsOf.set(key, turns);
  turns.waiting++;
  turns.wanted.set(field, value);
  // An answer that is under way would turn it back.
  void queryClient.cancelQueries({ predicate: ({ queryKey }) => isOf(resource, queryKey) });
  showInLists(resource, row, field, value);
  const turn = turns.last.then(async () => {
    const before = turns.row;
    const input = Object.fromEntries(fieldsOfInput(resource).map(([name]) => [name, before[name]]));
    const done = await attempt(i18next.t('grid.notSaved', { name: nameOf(resource, row) }), async () => {
      const change = { ...input, [field]: value, id: row.id, version: before.version };
      turns.row = (await call(operation, change, { tellsItself: true })) as Row; // An update answers the row.
    });
    const isLast = turns.wanted.get(field) === value;
    if (!done && isLast) showInLists(resource, row, field, before[field]);
  });
  turns.last = turn.catch(() => {});
  try {
    await turn;
  } finally {
    turns.waiting--;
    if (turns.waiting === 0) {
      await refresh(resource);
      // Until the list was read again, it shows rows of the version before.
      if (turns.waiting === 0 && turnsOf.get(key) === turns) turnsOf.delete(key);
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
