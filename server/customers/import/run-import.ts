// Imports customers from a file: new ones are added, existing ones get what they lack.
import { sql } from 'kysely';
import type { companyContacts } from '#contract/customers/contacts.ts';
import type { ImportAnswer, ImportField } from '#contract/customers/import.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { countryOf } from '#server/customers/contacts/phone-key.ts';
import { companyTransaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import { type Rest, restBetween, restForOthers } from '#server/lib/rest-between.ts';
import { sqlName } from '#server/lib/sql/sql-name.ts';
import {
  addConsents,
  addImportedContacts,
  addTags,
  type ChannelConsent,
  consentsOf,
  isNewConsent,
  newConsentsOf,
} from './add-contacts.ts';
import { batches } from './batches.ts';
import { dayOrderOf, needsOrder } from './days.ts';
import { type Existing, type FilledValues, filledFields, findExisting } from './existing-contacts.ts';
import { keepAddedContacts, keepImport, keptFields } from './keep-import.ts';
import { likelyLanguages } from './likely-languages.ts';
import { readFile } from './read-file.ts';
import { type ImportedContact, readRows } from './read-rows.ts';
import type { ImportContext, ImportedFile } from './serve-imports.ts';
import { suggestFields } from './suggest-fields.ts';

/** Rows with problems in the preview, which is computed at each change. */
const maxPreviewed = 50;
/** Values shown for each column in the preview. */
const maxExamples = 3;

type Choices = Parsed<typeof companyContacts.operations.import>;

/** While others work, the database serves them for as long as a statement took. */
const restTimes = 1;

/** In one transaction; with `readOnly` it only returns what the import would do. */
export async function runImport(
  context: ImportContext,
  { bytes, fileName, choices: { columns, charset, headerLine, sheet, dayOrder } }: ImportedFile<Choices>,
  options: { readOnly: boolean },
): Promise<ImportAnswer> {
  // A preview holds the one connection that could ask who else works.
  const rest = options.readOnly ? restBetween(restTimes) : restForOthers(restTimes, context.database);
  return companyTransaction(context, options, async (tx) => {
    const country = await countryOf(tx.db, tx.user.companyId);
    const file = await readFile(bytes, {
      languages: likelyLanguages(country, tx.visitor.language),
      charset,
      headerLine,
      sheet,
    });
    const suggested = file.fields ?? suggestFields(file.titles, file.rows);
    const kept = file.format === 'vcard' ? undefined : await keptFields<ImportField>(tx, 'customers', file);
    const fields = file.titles.map((_, index) => columns?.[index] ?? kept?.[index] ?? suggested[index] ?? 'skip');
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
      const ids = await addImportedContacts(tx, added, rest);
      await fillContacts(tx, changes, rest);
      const origin = await keepImport(tx, 'customers', { fileName, file, columns: columns && fields });
      const stored = added.flatMap((one) => {
        const id = ids.get(one.line);
        return id ? [{ ...one, id, more: one.tags.length + newConsentsOf(one).length }] : [];
      });
      await keepAddedContacts(tx, origin, stored);
      await audit(tx, `Imported ${added.length} customers and completed ${changes.length}`);
    }
    return {
      format: file.format,
      charset: file.charset,
      charsets: file.charsets,
      separator: file.separator,
      sheetNames: file.sheetNames,
      sheet: file.sheet,
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

/** The present values, or those of the row where these are empty. */
interface Change extends FilledValues {
  id: string;
  phoneKey: string | null;
  tags: string[];
  consents: ChannelConsent[];
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

/** A file may be older than the withdrawal, and proves nothing that came after it. */
function isWithdrawn({ consents }: Existing, [channel, stated]: ChannelConsent): boolean {
  return stated === 'given' && consents?.[channel] === false;
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
