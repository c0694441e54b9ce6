// Restores the people of a company, who come back when they accept an invitation.

import { RefusedArchive } from '#server/operations/archives/read-company-archive.ts';
import { unfitPerson } from './bad-values.ts';
import { asValueRefusal, stage, type Work } from './staged-rows.ts';

const personColumns = 'id uuid, log_in text, first_name text, last_name text, language text';

export interface RestoredPerson {
  name: string;
  eMail: string;
}

/**
 * People wait with what is theirs until they accept an invitation, which has not been mailed yet; so do those who had
 * not accepted that of an earlier restore.
 */
export async function restorePeople(work: Work): Promise<RestoredPerson[]> {
  const { client, archive, companyId, now } = work;
  if (archive.hasPeople) await stage(work, 'people');
  else await client.query('truncate staged');
  const { rows: wrong } = await client
    .query(
      `select from staged s cross join lateral jsonb_to_record(s.line) as p (${personColumns})
      where ${unfitPerson('p')} limit 1`,
    )
    .catch((error: unknown) => {
      throw asValueRefusal(error, 'people');
    });
  if (wrong.length > 0) throw new RefusedArchive('values', 'people');
  await client.query('create index on waiting (person); analyze waiting');
  const { rows } = await client
    .query<RestoredPerson>(
      `with added as (
      insert into restored_people (company_id, id, log_in, first_name, last_name, language, calendar_id, belongings)
      select $1, p.id, p.log_in, coalesce(p.first_name, ''), coalesce(p.last_name, ''), coalesce(p.language, ''), k.calendar,
        (select jsonb_object_agg(w.table_name, w.lines) from (
          select table_name, jsonb_agg(line) as lines from waiting where person = p.id group by table_name) w)
      from staged s cross join lateral jsonb_to_record(s.line) as p (${personColumns})
      left join their_calendars k on k.person = p.id
      where exists (select from waiting w where w.person = p.id and w.table_name = 'employees')
      on conflict do nothing returning *),
    people as (
      -- The table as it was before this statement.
      select * from added union all select * from restored_people where company_id = $1),
    invited as (
      -- An invitation that expired when it was made has not been mailed. Nobody knows its token.
      insert into action_links (id, token_hash, purpose, company_id, e_mail, created_at, expires_at)
      select gen_random_uuid(), sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'invite', company_id,
        log_in, $2::timestamptz, $2::timestamptz from people
      on conflict do nothing returning token_hash, e_mail),
    placed as (
      insert into invitation_locations (company_id, token_hash, location_id)
      select distinct a.company_id, i.token_hash, (place ->> 'location_id')::uuid
      from invited i join people a on a.log_in = i.e_mail
      cross join lateral jsonb_array_elements(coalesce(a.belongings -> 'employee_locations', '[]')) place)
    select trim(concat_ws(' ', first_name, last_name)) as name, log_in as "eMail" from people order by 1, 2`,
      [companyId, now.toString()],
    )
    .catch((error: unknown) => {
      throw asValueRefusal(error, 'people');
    });
  return rows;
}
