// Writes long lists of figures as JSON: a row for each day and place or person. Objects for twelve thousand rows, in
// PostgreSQL or in Node.js, take ten times as long as their text: what a place or person adds to a row is written once.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import { JsonText } from '#server/lib/http/answer.ts';

/** The members in their order, and for each day the columns of their figures. */
interface Figures {
  /** The JSON of each member: what its rows end with, such as `"UserId":"…"}`. */
  members: string[];
  days: { day: string; member: number[]; columns: (number | boolean)[][] }[];
}

/**
 * Selects `days` and `members` as JSON from the tables `cell` (day, member, and `columns`) and `member` (number,
 * counted from 0, and json), which `tables` defines. Rows are in order of the days and of the members' numbers.
 */
export async function listRowsByDay(
  db: Db,
  tables: RawBuilder<unknown>,
  columns: readonly { column: string; name: string }[],
  dayName: string,
): Promise<JsonText> {
  const values = columns.map(({ column }) => sql`json_agg(c.${sql.ref(column)} order by c.member)`);
  const { rows } = await sql<{ json: string }>`
    with ${tables}
    select json_build_object(
      'members', (select coalesce(json_agg(m.json order by m.number), '[]') from member m),
      'days', (select coalesce(json_agg(json_build_object('day', d.day, 'member', d.member, 'columns', d.columns) order by d.day), '[]')
        from (select c.day, json_agg(c.member order by c.member) as member, json_build_array(${sql.join(values)}) as columns
          from cell c group by c.day) d))::text as json`.execute(db);
  const { members, days } = JSON.parse(rows[0]?.json ?? '{"members":[],"days":[]}') as Figures;
  const names = columns.map(({ name }) => `,"${name}":`);
  let text = '';
  for (const { day, member, columns: figures } of days) {
    const start = `,{"${dayName}":"${day}"`;
    for (let i = 0; i < member.length; i++) {
      text += start;
      for (let k = 0; k < names.length; k++) text += `${names[k]}${figures[k]?.[i]}`;
      text += `,${members[member[i] ?? 0]}`;
    }
  }
  return new JsonText(`[${text.slice(1)}]`);
}
