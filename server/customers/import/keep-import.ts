// Keeps an import that is done: what its columns hold, for the next file of the same source, and what it has added.
import { createHash, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
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

/** Imports in one transaction; the names begin their sources. */
type Kind = 'customers' | 'products';

/** The meanings of the columns that a person has chosen last; undefined where no one has chosen any. */
export async function keptFields<F extends string>(
  { db, user }: Pick<ImportContext, 'db' | 'user'>,
  kind: Kind,
  { titles }: Pick<ReadFile, 'titles'>,
): Promise<readonly F[] | undefined> {
  const last = await db
    .selectFrom('imports')
    .select('choices')
    .where('companyId', '=', user.companyId)
    .where('source', '=', sourceOf(kind, titles))
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { columns = [] } = (last?.choices ?? {}) as { columns?: F[] };
  return columns.length === titles.length ? columns : undefined;
}

interface DoneImport {
  fileName: string;
  file: Pick<ReadFile, 'titles' | 'rows'>;
  /** As a person chose them. */
  columns: readonly string[] | undefined;
}

const maxFileName = 200;

/** In the transaction of the import, which can be undone for a day by the references to what it has added. */
export async function keepImport(
  { db, user, clock }: ImportContext,
  kind: Kind,
  { fileName, file, columns }: DoneImport,
): Promise<{ source: string; importId: string }> {
  const { companyId } = user;
  const importId = randomUUIDv7();
  const source = sourceOf(kind, file.titles);
  await db
    .insertInto('imports')
    .values({
      ...{ companyId, id: importId, userId: user.id, fileName: fileName.slice(0, maxFileName), source },
      ...{ choices: JSON.stringify({ columns: columns ?? [] }), state: 'done' },
      ...{ done: file.rows.length, total: file.rows.length, createdAt: clock.now(), touchedAt: clock.now() },
    })
    .execute();
  return { source, importId };
}

/** After `keepImport`. */
export async function keepAddedContacts(
  { db, user }: ImportContext,
  { source, importId }: { source: string; importId: string },
  added: readonly (ImportedContact & { id: string; more: number })[],
): Promise<void> {
  for (const some of batches(added)) {
    const refs = some.map(({ more, ...contact }) => ({
      id: contact.id,
      digest: contactDigest({ ...contact, mergedInto: null }, more),
    }));
    await sql`
      insert into import_refs (company_id, source, kind, external_id, record_id, import_id, is_added, given_digest, stored_digest)
      select ${user.companyId}::uuid, ${source}, 'customer', r.id, r.id, ${importId}::uuid, true, '', r.digest
      from jsonb_to_recordset(${JSON.stringify(refs)}::jsonb) as r(id uuid, digest text)`.execute(db);
  }
}
