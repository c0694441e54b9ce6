// Reads the first facts of every page: the languages and the newest cookie notices, in one query.
import { sql } from 'kysely';
import { services } from '#contract/all.ts';
import { addressOf } from '#contract/lib/address.ts';
import { elementOf, toWire } from '#contract/lib/wire.ts';
import type { Context } from '#server/lib/context.ts';
import { cookieName } from '#server/lib/session/session.ts';
import { withFieldNames } from '#server/lib/sql/as-json.ts';
import { languagesByName } from '#server/operations/languages/read-languages.ts';

export interface Frame {
  /** Answers in wire format, keyed by the read's address. */
  answers: Record<string, unknown>;
  /** The newest version of the cookie notice in each language. */
  cookieTexts: Record<string, number>;
}

export async function readFrame(context: Context): Promise<Frame> {
  const { getAllLanguages } = services.application;
  const language = elementOf(getAllLanguages.output);
  if (!language) throw new Error('The languages are a list.');
  const { rows } = await sql<{ languages: unknown[] | null; versions: Record<string, number> | null }>`
    select (select json_agg(row_to_json(wire)) from (${withFieldNames(language, languagesByName(context.db))}) wire) as languages,
      (select jsonb_object_agg(language, version) from (
        select language, max(version) as version from legal_texts where kind = 'cookies' group by language) newest) as versions`.execute(
    context.database.read,
  );
  const answers = {
    [addressOf(getAllLanguages, {})]: rows[0]?.languages ?? [],
    ...(context.cookies.get(cookieName(context.publicUrl)) ? {} : signedOut()),
  };
  return { answers, cookieTexts: rows[0]?.versions ?? {} };
}

/** The browser asks only when there is a session to ask about. */
function signedOut(): Record<string, unknown> {
  const { isAuthenticated } = services.user;
  return { [addressOf(isAuthenticated, {})]: toWire(isAuthenticated.output, { value: false, isLocked: false }) };
}
