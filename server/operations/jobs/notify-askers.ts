// Tells those who asked for a run of a job that it has ended.
import { sql } from 'kysely';
import type { Services } from '#server/lib/context.ts';
import { textsOf } from '#server/messaging/feed/notice.ts';

/** People who ask while the job runs are notified at the end of the next run. */
export async function notifyAskers(
  { database, clock }: Services,
  { name, started, error }: { name: string; started: Temporal.Instant; error: string },
): Promise<void> {
  const texts = textsOf({ words: error ? 'reminderText.jobFailed' : 'reminderText.jobDone', params: { name, error } });
  await sql`
    with notified as (
      delete from job_askers a using jobs j
      where j.name = ${name} and a.job_id = j.id and a.asked_at <= ${started} returning a.*)
    insert into reminders (company_id, user_id, id, type, text, link, created_at)
    select t.asker_company_id, t.user_id, gen_random_uuid(), 'other',
      coalesce(x.texts ->> l.key, x.texts ->> 'en'), '/app/system/jobs?open=' || t.job_id, ${clock.now()}::timestamptz
    from notified t join users u on u.id = t.user_id left join languages l on l.id = u.language_id
    cross join (select ${texts}::jsonb as texts) x`.execute(database.write);
}
