// Keeps an import of customers: what its columns hold, for the next file of the same source, and whom it has added.
import { createHash, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { ImportField } from '#contract/customers/import.ts';
import { batches } from './batches.ts';
import { plainHeading } from './headings.ts';
import type { ReadFile } from './read-file.ts';
import type { ImportedContact } from './read-rows.ts';
import type { ImportContext } from './serve-imports.ts';

/** Files of one program have the same headings. */
export function sourceOf(kind: string, titles: readonly string[]): string {
  const headings = titles.map(plainHeading).join('\n');
  return `${kind} ${createHash('sha256').update(headings).digest('hex').slice(0, 16)}`;
}

/** Whether a record has changed since. */
export function digestOf(values: unknown): string {
  return createHash('md5').update(JSON.stringify(values)).digest('hex');
}

type StoredContact = Record<'id' | 'name' | 'eMail' | 'phoneNumber' | 'language' | 'notes', string> &
  Record<'birthday' | 'mergedInto', string | null>;

/** `more` counts the tags and consents. */
export function contactDigest(contact: StoredContact, more: number): string {
  const { id, name, eMail, phoneNumber, language, birthday, notes, mergedInto } = contact;
  return digestOf([{ id, name, eMail, phoneNumber, language, birthday, notes, mergedInto }, more]);
}

/** Undefined where no one has chosen any. */
export async function keptFields(
  { db, user }: Pick<ImportContext, 'db' | 'user'>,
  { titles }: Pick<ReadFile, 'titles'>,
): Promise<readonly ImportField[] | undefined> {
  const last = await db
    .selectFrom('imports')
    .select('choices')
    .where('companyId', '=', user.companyId)
    .where('source', '=', sourceOf('customers', titles))
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { columns = [] } = (last?.choices ?? {}) as { columns?: ImportField[] };
  return columns.length === titles.length ? columns : undefined;
}

interface DoneImport {
  fileName: string;
  file: Pick<ReadFile, 'titles' | 'rows'>;
  /** As a person chose them. */
  columns: readonly ImportField[] | undefined;
  added: readonly (ImportedContact & { id: string; more: number })[];
}

const maxFileName = 200;

/** In the transaction of the import, which can be undone for a day. */
export async function keepImport(tx: ImportContext, { fileName, file, columns, added }: DoneImport): Promise<void> {
  const { db, user, clock } = tx;
  const { companyId } = user;
  const importId = randomUUIDv7();
  const source = sourceOf('customers', file.titles);
  await db
    .insertInto('imports')
    .values({
      ...{ companyId, id: importId, userId: user.id, fileName: fileName.slice(0, maxFileName), source },
      ...{ choices: JSON.stringify({ columns: columns ?? [] }), state: 'done' },
      ...{ done: file.rows.length, total: file.rows.length, createdAt: clock.now(), touchedAt: clock.now() },
    })
    .execute();
  for (const some of batches(added)) {
    const refs = some.map(({ more, ...contact }) => ({
      id: contact.id,
      digest: contactDigest({ ...contact, mergedInto: null }, more),
    }));
    await sql`
      insert into import_refs (company_id, source, kind, external_id, record_id, import_id, is_added, given_digest, stored_digest)
      select ${companyId}::uuid, ${source}, 'customer', r.id, r.id, ${importId}::uuid, true, '', r.digest
      from jsonb_to_recordset(${JSON.stringify(refs)}::jsonb) as r(id uuid, digest text)`.execute(db);
  }
}
