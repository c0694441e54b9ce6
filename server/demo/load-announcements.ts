// An announcement of the demo's operator, in three languages, which its people have read.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';

const texts = {
  en: 'Daybook is updated on Sunday at 20:00. Bookings go on meanwhile.',
  de: 'Daybook wird am Sonntag um 20:00 Uhr aktualisiert. Buchungen laufen weiter.',
  lv: 'Daybook tiks atjaunināts svētdien plkst. 20:00. Pieraksti turpinās.',
};

export async function addAnnouncement({ db, clock }: ServiceContext): Promise<void> {
  const id = randomUUIDv7();
  const sentAt = clock.now().subtract({ hours: 30 });
  await sql`
    with people as materialized (
      select e.company_id, e.user_id, l.key as language
      from employees e join users u on u.id = e.user_id left join languages l on l.id = u.language_id),
    announced as (
      insert into announcements (id, texts, link, created_at, recipients)
      select ${id}, ${JSON.stringify(texts)}::jsonb, '/app/home', ${sentAt}, (select count(distinct user_id) from people)
      returning *)
    insert into reminders (company_id, user_id, id, type, text, link, created_at, visited_at)
    select p.company_id, p.user_id, gen_random_uuid(), 'general', coalesce(a.texts ->> p.language, a.texts ->> 'en'), a.link,
      a.created_at, a.created_at + interval '1 hour'
    from announced a cross join people p`.execute(db);
}
