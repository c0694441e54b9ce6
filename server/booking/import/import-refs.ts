// Reads and writes which records the rows of a source stand for: see `import_refs`.
import { sql } from 'kysely';
import { batches } from '#server/customers/import/batches.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { type RefKind, readStored } from './read-stored.ts';

type RefContext = Pick<SignedIn, 'db' | 'user'>;

export interface ImportRef {
  externalId: string;
  recordId: string;
  isAdded: boolean;
  givenDigest: string;
  /** `gone`: deleted here; `changed`: here, since the import. */
  state: 'same' | 'changed' | 'gone';
}

/** `storedDigest` where it is known without reading the record. */
export type NewRef = Omit<ImportRef, 'state'> & { storedDigest?: string | undefined };

/** Ids of one statement. */
const maxIds = 1_000;

/** By external id. */
export async function findRefs(
  context: RefContext,
  source: string,
  kind: RefKind,
  externalIds: readonly string[],
): Promise<Map<string, ImportRef>> {
  const { db, user } = context;
  const found = new Map<string, ImportRef>();
  for (const ids of batches([...new Set(externalIds)].filter(Boolean), maxIds)) {
    // Each is looked up in the index, as `rowsByIds` does.
    const { rows } = await sql<Omit<ImportRef, 'state'> & { storedDigest: string }>`
      select r.* from unnest(${ids}::text[]) g(id) cross join lateral (
        select external_id, record_id, is_added, given_digest, stored_digest from import_refs t
        where t.company_id = ${user.companyId} and t.source = ${source} and t.kind = ${kind} and t.external_id = g.id
        offset 0) r`.execute(db);
    const stored = await readStored(
      context,
      kind,
      rows.map(({ recordId }) => recordId),
    );
    for (const { storedDigest, ...ref } of rows) {
      const digest = stored.get(ref.recordId)?.digest;
      found.set(ref.externalId, {
        ...ref,
        state: digest === undefined ? 'gone' : digest === storedDigest ? 'same' : 'changed',
      });
    }
  }
  return found;
}

/** After the records are written. A reference that exists stays with the import that made it. */
export async function saveRefs(
  context: RefContext,
  { source, importId }: { source: string; importId: string },
  kind: RefKind,
  refs: readonly NewRef[],
): Promise<void> {
  const { db, user } = context;
  if (refs.length === 0) return;
  const stored = await readStored(
    context,
    kind,
    refs.filter(({ storedDigest }) => storedDigest === undefined).map(({ recordId }) => recordId),
  );
  for (const some of batches(refs, maxIds)) {
    const rows = some.map((ref) => ({
      ...ref,
      storedDigest: ref.storedDigest ?? stored.get(ref.recordId)?.digest ?? '',
    }));
    await sql`
      insert into import_refs (company_id, source, kind, external_id, record_id, import_id, is_added, given_digest, stored_digest)
      select ${user.companyId}::uuid, ${source}, ${kind}, r."externalId", r."recordId", ${importId}::uuid, r."isAdded",
        r."givenDigest", r."storedDigest"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r("externalId" text, "recordId" uuid, "isAdded" boolean, "givenDigest" text, "storedDigest" text)
      on conflict (company_id, source, kind, external_id) do update
        set record_id = excluded.record_id, given_digest = excluded.given_digest, stored_digest = excluded.stored_digest`.execute(
      db,
    );
  }
}
