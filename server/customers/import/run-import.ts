// Imports customers from a file: new ones are added, existing ones get what they lack.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { type ConsentChannel, consentChannels } from '#contract/customers/consent.ts';
import { importedFields } from '#contract/customers/contact-fields.ts';
import type { DayOrder, ImportAnswer, ImportField } from '#contract/customers/import.ts';
import { fieldsAsText } from '#server/customers/contacts/contact-columns.ts';
import { countryOf } from '#server/customers/contacts/phone-key.ts';
import type { Db } from '#server/db/pool.ts';
import { companyTransaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { type Rest, restBetween } from '#server/lib/rest-between.ts';
import { sqlName } from '#server/lib/sql/sql-name.ts';
import { dayOrderOf, needsOrder } from './birthdays.ts';
import { type ReadOptions, readFile } from './read-file.ts';
import { type ImportedContact, type ImportedValues, readRows } from './read-rows.ts';
import type { StatedConsent } from './stated-consent.ts';
import { suggestFields } from './suggest-fields.ts';

/** The part of a context that an import needs. */
type ImportContext = Pick<SignedIn, 'database' | 'db' | 'clock' | 'user' | 'visitor'>;

/** Rows with problems in the preview, which is computed at each change. */
const maxPreviewed = 50;
/** Values shown for each column in the preview. */
const maxExamples = 3;
type Consent = [channel: ConsentChannel, stated: StatedConsent];

interface ImportedFile extends Omit<ReadOptions, 'languages'> {
  bytes: Buffer;
  columns?: readonly ImportField[] | undefined;
  dayOrder?: DayOrder | undefined;
}

/** Rows of a statement. Between two, the database serves others for as long as one took. */
const batchSize = 500;
const restTimes = 1;

/** In one transaction; with `readOnly` it only returns what the import would do. */
export async function runImport(
  context: ImportContext,
  { bytes, columns, charset, headerLine, dayOrder }: ImportedFile,
  options: { readOnly: boolean },
): Promise<ImportAnswer> {
  return companyTransaction(context, options, async (tx) => {
    const country = await countryOf(tx.db, tx.user.companyId);
    const file = await readFile(bytes, { languages: languagesOf(country, tx.visitor.language), charset, headerLine });
    const suggested = file.fields ?? suggestFields(file.titles, file.rows);
    const fields = file.titles.map((_, index) => columns?.[index] ?? suggested[index] ?? 'skip');
    const days = file.rows.map(({ cells }) => cells[fields.indexOf('birthday')] ?? '');
    const order = dayOrder ?? dayOrderOf(days, country);
    const { contacts, problems } = readRows(file, {
      ...{ fields, country, dayOrder: order, language: tx.visitor.language },
      today: tx.clock.now().toZonedDateTimeISO('UTC').toPlainDate().toString(),
    });
    // Imports of one company wait for each other: both would add the same people.
    if (!options.readOnly) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${tx.user.companyId}`}, 0))`.execute(tx.db);
    }
    const rest = restBetween(restTimes);
    const existing = await findExisting(tx, contacts, rest);
    const withdrawn = contacts.flatMap((contact) => {
      const found = existing.get(contact.line);
      return consentsOf(contact).filter((consent) => found && isWithdrawn(found, consent));
    });
    const added = contacts.filter(({ line }) => !existing.has(line));
    const changes = contacts.flatMap((contact) => {
      const found = existing.get(contact.line);
      const change = found && changeOf(found, contact);
      return change ? [{ ...change, line: contact.line }] : [];
    });
    if (!options.readOnly) {
      await addContacts(tx, added, rest);
      await fillContacts(tx, changes, rest);
      await audit(tx, `Imported ${added.length} customers and completed ${changes.length}`);
    }
    return {
      format: file.format,
      charset: file.charset,
      charsets: file.charsets,
      separator: file.separator,
      headerLine: file.headerLine,
      firstLines: file.firstLines,
      dayOrder: days.some(needsOrder) ? order : null,
      columns: file.titles.map((title, index) => ({
        title,
        field: fields[index] ?? 'skip',
        examples: file.rows.flatMap(({ cells }) => cells[index] || []).slice(0, maxExamples),
      })),
      rows: file.rows.length,
      added: added.length,
      filled: changes.length,
      unchanged: contacts.length - added.length - changes.length,
      leftOut: problems.filter(({ isLeftOut }) => isLeftOut).length,
      incomplete: problems.filter(({ isLeftOut }) => !isLeftOut).length,
      withdrawn: withdrawn.length,
      problems: options.readOnly ? problems.slice(0, maxPreviewed) : problems,
      report: options.readOnly ? [] : reportOf(contacts, problems, { added, filled: changes }),
    };
  });
}

/** The languages that the letters of a file are likely in: those of the country and of the person. */
function languagesOf(country: string | undefined, language: string): string[] {
  const spoken = country && new Intl.Locale(`und-${country}`).maximize().language;
  return [...new Set([spoken ?? '', language])].filter(Boolean);
}

function reportOf(
  contacts: readonly ImportedContact[],
  problems: ImportAnswer['problems'],
  done: Record<'added' | 'filled', readonly { line: number }[]>,
): ImportAnswer['report'] {
  const lines = (rows: readonly { line: number }[]) => new Set(rows.map(({ line }) => line));
  const [added, filled] = [lines(done.added), lines(done.filled)];
  const resultOf = (line: number) => (added.has(line) ? 'added' : filled.has(line) ? 'filled' : 'unchanged');
  const kept = contacts.map(({ line, name }) => ({ line, result: resultOf(line), name }) as const);
  const left = problems.filter(({ isLeftOut }) => isLeftOut);
  const others = left.map(({ line, cells }) => ({ line, result: 'leftOut', name: cells.find(Boolean) ?? '' }) as const);
  return [...kept, ...others].sort((a, b) => a.line - b.line);
}

/** An import completes everything but the name, by which it finds a contact. */
const filledFields = importedFields.filter((field) => field !== 'name');
type FilledValues = Omit<ImportedValues, 'name'>;

interface Existing extends FilledValues {
  id: string;
  hasTags: boolean;
  consents: Partial<Record<ConsentChannel, boolean>> | null;
}

/** The contacts that rows match, by the line of the row: as bookings do, and by name where both lack an address. */
async function findExisting(
  { db, user }: ImportContext,
  contacts: readonly ImportedContact[],
  rest: Rest,
): Promise<Map<number, Existing>> {
  const found = new Map<number, Existing>();
  for (const batch of batches(contacts)) {
    const rows = await matching(db, user.companyId, batch);
    for (const { line, ...existing } of rows) if (!found.has(line)) found.set(line, existing);
    await rest();
  }
  return found;
}

async function matching(db: Db, companyId: string, contacts: readonly ImportedContact[]) {
  const given = contacts.map(({ line, nameKey, eMailKey, phoneKey }) => ({ line, nameKey, eMailKey, phoneKey }));
  const { rows } = await sql<Existing & { line: number }>`
    with given as materialized (
      select line, "nameKey" as name_key, "eMailKey" as e_mail_key, "phoneKey" as phone_key
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(line integer, "nameKey" text, "eMailKey" text, "phoneKey" text)
    ), matches as (
      select g.line, c.id, c.merged_into, c.created_at, 0 as rank from given g
      join contacts c on c.company_id = ${companyId} and c.e_mail_key = g.e_mail_key and c.e_mail_key <> '' and c.name_key = g.name_key
      union all
      select g.line, c.id, c.merged_into, c.created_at, 1 from given g
      join contacts c on c.company_id = ${companyId} and c.phone_key = g.phone_key and c.phone_key <> '' and c.name_key = g.name_key
      union all
      select g.line, c.id, c.merged_into, c.created_at, 2 from given g
      join contacts c on c.company_id = ${companyId} and c.name_key = g.name_key and c.e_mail_key = '' and c.phone_key = ''
      where g.e_mail_key = '' and g.phone_key = '' and c.merged_into is null
    ), best as (
      select distinct on (line) line, coalesce(merged_into, id) as id from matches
      order by line, rank, merged_into is not null, created_at, id)
    select b.line, c.id, ${fieldsAsText},
      exists (select from contact_tags t where t.company_id = c.company_id and t.contact_id = c.id) as has_tags,
      (select jsonb_object_agg(latest.channel, latest.is_given) from (
        select distinct on (s.channel) s.channel, s.is_given from consents s
        where s.company_id = c.company_id and s.contact_id = c.id order by s.channel, s.created_at desc, s.id desc) latest) as consents
    from best b join contacts c on c.company_id = ${companyId} and c.id = b.id`.execute(db);
  return rows;
}

/** The present values, or those of the row where these are empty. */
interface Change extends FilledValues {
  id: string;
  phoneKey: string | null;
  tags: string[];
  consents: Consent[];
}

/** The values that a row adds to an existing contact; undefined when it adds nothing. */
function changeOf(found: Existing, row: ImportedContact): Change | undefined {
  const filled = Object.fromEntries(filledFields.map((field) => [field, found[field] || row[field]]));
  const change: Change = {
    ...(filled as FilledValues),
    id: found.id,
    phoneKey: found.phoneNumber ? null : row.phoneKey,
    tags: found.hasTags ? [] : row.tags,
    consents: consentsOf(row).filter((consent) => isNewConsent(found, consent) && !isWithdrawn(found, consent)),
  };
  const isSame = filledFields.every((field) => change[field] === found[field]);
  return isSame && change.tags.length === 0 && change.consents.length === 0 ? undefined : change;
}

/** A lack of consent in the file is noted where the customer had given it, a withdrawal always. */
function isNewConsent({ consents }: Pick<Existing, 'consents'>, [channel, stated]: Consent): boolean {
  const present = consents?.[channel];
  if (stated === 'given') return present !== true;
  return stated === 'withdrawn' ? present !== false : present === true;
}

/** A file may be older than the withdrawal, and proves nothing that came after it. */
function isWithdrawn({ consents }: Existing, [channel, stated]: Consent): boolean {
  return stated === 'given' && consents?.[channel] === false;
}

function consentsOf({ emailConsent, smsConsent }: ImportedContact): Consent[] {
  const stated = { email: emailConsent, sms: smsConsent };
  return consentChannels.flatMap((channel): Consent[] => (stated[channel] ? [[channel, stated[channel]]] : []));
}

async function addContacts(tx: ImportContext, contacts: readonly ImportedContact[], rest: Rest): Promise<void> {
  const { db, user, clock } = tx;
  for (const batch of batches(contacts)) {
    const rows = batch.map((contact) => ({ ...contact, id: randomUUIDv7() }));
    await db
      .insertInto('contacts')
      .values(
        rows.map(({ id, phoneKey, ...contact }) => ({
          ...(Object.fromEntries(importedFields.map((field) => [field, contact[field]])) as ImportedValues),
          ...{ companyId: user.companyId, id, phoneKey },
          createdAt: clock.now(),
          createdBy: user.id,
        })),
      )
      .execute();
    await addTags(tx, rows);
    const isNew = (consent: Consent) => isNewConsent({ consents: null }, consent);
    await addConsents(
      tx,
      rows.map((row) => ({ id: row.id, consents: consentsOf(row).filter(isNew) })),
    );
    await rest();
  }
}

async function fillContacts(tx: ImportContext, changes: readonly Change[], rest: Rest): Promise<void> {
  for (const batch of batches(changes)) {
    const rows = batch.map(({ id, phoneKey, ...row }) => ({
      ...Object.fromEntries(filledFields.map((field) => [sqlName(field), row[field]])),
      id,
      phone_key: phoneKey,
    }));
    const columns = sql.join(filledFields.map((field) => sql`${sql.ref(field)} = ${sql.ref(`g.${field}`)}`));
    await sql`
      update contacts c set ${columns}, phone_key = coalesce(g.phone_key, c.phone_key)
      from jsonb_populate_recordset(null::contacts, ${JSON.stringify(rows)}::jsonb) g
      where c.company_id = ${tx.user.companyId} and c.id = g.id`.execute(tx.db);
    await addTags(tx, batch);
    await addConsents(tx, batch);
    await rest();
  }
}

async function addTags(
  { db, user }: ImportContext,
  contacts: readonly { id: string; tags: readonly string[] }[],
): Promise<void> {
  const rows = contacts.flatMap(({ id, tags }) =>
    tags.map((tag) => ({ companyId: user.companyId, contactId: id, tag })),
  );
  for (const batch of batches(rows)) {
    await db
      .insertInto('contactTags')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function addConsents(
  { db, user, clock }: ImportContext,
  contacts: readonly { id: string; consents: readonly Consent[] }[],
): Promise<void> {
  const rows = contacts.flatMap(({ id, consents }) =>
    consents.map(([channel, stated]) => ({
      companyId: user.companyId,
      id: randomUUIDv7(),
      contactId: id,
      channel,
      isGiven: stated === 'given',
      source: 'import' as const,
      userId: user.id,
      createdAt: clock.now(),
      // Claimed, not proved: it counts all the same.
      provedAt: stated === 'given' ? null : clock.now(),
    })),
  );
  if (rows.length) await db.insertInto('consents').values(rows).execute();
}

function* batches<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += batchSize) yield items.slice(at, at + batchSize);
}
