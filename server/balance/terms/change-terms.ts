// Changes the terms of a company from a day on.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { type Terms, type TermsHistory, termsHistory } from '#contract/balance/terms.ts';
import { toWire } from '#contract/lib/wire.ts';
import type { Db } from '#server/db/pool.ts';
import { transaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid, Refusal } from '#server/lib/refusal.ts';
import { readTerms } from './read-terms.ts';

interface Change extends Terms {
  companyId: string;
  from: string;
  /** The version of the history that the caller has seen. */
  version?: string | undefined;
}

/**
 * The terms replace those that begin on that day or later. Throws 417 for a day that is over, 404 for an unknown
 * company, and 409 with the present history (`Row`) when `version` is not the current one.
 */
export function changeTerms(context: SignedIn, { companyId, from, version, ...terms }: Change): Promise<TermsHistory> {
  return transaction(context, async (tx) => {
    const history = await lockTerms(tx, companyId);
    if (version !== undefined && version !== history.version) {
      throw new Refusal(409, 'grid.changed', { details: { Row: toWire(termsHistory, history) } });
    }
    if (from < history.today) throw invalid('From', 'list.companies.terms.past');
    await replaceTermsFrom(tx.db, companyId, from, terms);
    return readTerms(tx, companyId);
  });
}

/** Changes the terms from today on, in the caller's transaction, unless they are the same. */
export async function setTermsOfToday(tx: SignedIn, companyId: string, terms: Terms): Promise<void> {
  const { today, terms: dated } = await lockTerms(tx, companyId);
  const present = dated.find(({ from }) => from === null || from <= today);
  if (present && isSame(present, terms)) return;
  await replaceTermsFrom(tx.db, companyId, today, terms);
}

function isSame(present: Terms, terms: Terms): boolean {
  const fields = Object.keys(terms) as (keyof Terms)[]; // Terms have no other keys.
  return fields.every((field) => present[field] === terms[field]);
}

/** Two changes at the same moment happen one after the other. */
async function lockTerms(tx: SignedIn, companyId: string): Promise<TermsHistory> {
  await sql`select from companies where id = ${companyId} for update`.execute(tx.db);
  return readTerms(tx, companyId);
}

/** Replaces the terms that begin on that day or later, in the caller's transaction. */
export async function replaceTermsFrom(db: Db, companyId: string, from: string, terms: Terms): Promise<void> {
  for (const table of ['company_terms', 'unit_prices']) {
    const name = sql.table(table);
    await sql`delete from ${name} where company_id = ${companyId} and lower(valid) >= ${from}::date`.execute(db);
    await sql`update ${name} set valid = daterange(lower(valid), ${from}::date)
      where company_id = ${companyId} and valid @> ${from}::date`.execute(db);
  }
  const valid = `[${from},)`;
  await db
    .insertInto('companyTerms')
    .values({ ...terms, companyId, id: randomUUIDv7(), valid })
    .execute();
  await db.insertInto('unitPrices').values({ companyId, kind: 'sms', valid, price: terms.smsCost }).execute();
}
