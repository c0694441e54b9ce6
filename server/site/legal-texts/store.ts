// The newest legal text of each kind in each language, and its versions.
import { type RawBuilder, sql } from 'kysely';
import { legalKinds, systemLegalTexts } from '#contract/site/legal-texts.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { optionLabel } from '#server/lib/grid/labels.ts';
import { rowById } from '#server/lib/grid/page.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';

const agreements = sql`
  select kind, language, version, count(*) as agreed from user_agreements group by kind, language, version`;
const id = sql`md5(k.kind || ' ' || l.key)::uuid`;

/** A row for every kind and language, including those without a text. Agreements are those to the newest version. */
export function textRows({ visitor }: SignedIn): RawBuilder<object> {
  const words = legalKinds.map((kind) => optionLabel(systemLegalTexts, 'kind', kind, visitor.language) ?? kind);
  return sql<object>`
    select ${id} as id, k.words || ', ' || l.name as name, k.kind, l.name as language, coalesce(t.version, 0) as number,
      t.created_at as published_at, coalesce(a.agreed, 0)::int as agreed, coalesce(t.html, '') as html,
      coalesce(t.version, 0)::text as version
    from unnest(${[...legalKinds]}::text[], ${words}::text[]) as k (kind, words) cross join languages l
    left join lateral (select * from legal_texts t where t.kind = k.kind and t.language = l.key order by version desc limit 1) t on true
    left join (${agreements}) a on a.kind = k.kind and a.language = l.key and a.version = t.version`;
}

/** All published versions, newest first. Throws 404 for an unknown text. */
export async function versionsOf(context: SignedIn, { id: of }: { id: string }): Promise<JsonText> {
  await rowById(context, systemLegalTexts, { rows: textRows }, of);
  return listAsJson(
    context.db,
    systemLegalTexts.operations.getVersions.output,
    sql`select t.version as number, t.created_at as published_at, coalesce(a.agreed, 0)::int as agreed, t.html
      from unnest(${[...legalKinds]}::text[]) as k (kind) cross join languages l
      join legal_texts t on t.kind = k.kind and t.language = l.key
      left join (${agreements}) a on a.kind = t.kind and a.language = t.language and a.version = t.version
      where ${id} = ${of}::uuid order by t.version desc`,
  );
}
