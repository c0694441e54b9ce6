// Where stored files are used: the one place that says so, for deleting and for hiding them.
import { type RawBuilder, sql } from 'kysely';
import { personNameOrLogIn } from '#server/lib/sql/person-name.ts';

export interface FileUse {
  kind: 'banner' | 'logo' | 'portrait' | 'profile' | 'service' | 'campaign' | 'type' | 'paper' | 'application';
  /** Of the record that shows the file. */
  name: string;
  id: string;
}

/** Selects `kind`, `name` and `id` of the records that show a file. Campaigns name their pictures in their blocks. */
export const usesOf = (fileId: RawBuilder<unknown>): RawBuilder<FileUse> => sql`
  select 'banner' as kind, b.title as name, b.id from banners b where b.file_id = ${fileId}
  union all select 'logo', k.name, k.id from companies k where k.logo_id = ${fileId}
  union all select 'portrait', ${personNameOrLogIn}, u.id from employees e join users u on u.id = e.user_id
    where e.picture_id = ${fileId}
  union all select 'profile', ${personNameOrLogIn}, u.id from profile_pictures p join users u on u.id = p.user_id
    where p.file_id = ${fileId}
  union all select 'service', s.name, s.id from services s
    where s.company_id = (select o.company_id from files o where o.id = ${fileId}) and s.picture_id = ${fileId}
  union all select 'campaign', g.name, g.id from campaigns g
    where g.deleted_at is null and g.company_id = (select o.company_id from files o where o.id = ${fileId})
      and jsonb_path_exists(g.blocks, '$.**.pictureId ? (@ == $id)', jsonb_build_object('id', ${fileId}))
  union all select 'type', t.key, t.id from listing_types t where t.file_id = ${fileId}
  union all select 'paper', j.title, j.id from print_jobs j
    where j.template_id = ${fileId} and j.state in ('waiting', 'handed')
  union all select 'application', a.version, a.id from device_applications a where a.file_id = ${fileId}`;

/** Whether a file `f` is used anywhere. */
export const isUsed: RawBuilder<boolean> = sql`exists (${usesOf(sql`f.id`)})`;
