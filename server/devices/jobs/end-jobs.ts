// Ends what no answer came for, and papers that have waited for too long; tells administrators of papers that wait.
import { sql } from 'kysely';
import { answerSeconds, printQueuePage, stalledMinutes } from '#contract/devices/print-jobs.ts';
import type { Services } from '#server/lib/context.ts';
import { remindAdminsOfMany } from '#server/messaging/feed/remind-admins.ts';
import { logOfJobs } from './log-jobs.ts';

const maxRows = 1_000;

/** Rows that a device or a person settles at this moment are left for the next run. Returns the counts. */
export async function endJobs(services: Services): Promise<{ uncertain: number; late: number; told: number }> {
  const now = services.clock.now();
  const end = async (state: 'uncertain' | 'expired', condition: ReturnType<typeof sql>) => {
    const { rows } = await sql`
      with ended as (
        update print_jobs set state = ${state}, settled_at = ${now}
        where (company_id, id) in (
          select company_id, id from print_jobs where ${condition} limit ${maxRows} for update skip locked) returning *)
      ${logOfJobs(now)}`.execute(services.database.write);
    return rows.length;
  };
  return {
    uncertain: await end(
      'uncertain',
      sql`state = 'handed' and handed_at <= ${now.subtract({ seconds: answerSeconds })}`,
    ),
    late: await end('expired', sql`state = 'waiting' and expires_at <= ${now}`),
    told: await tellOfWaiting(services, now),
  };
}

/** Once for each time that papers of a printer wait for long. */
async function tellOfWaiting(services: Services, now: Temporal.Instant): Promise<number> {
  const { write } = services.database;
  const since = now.subtract({ minutes: stalledMinutes });
  await sql`
    update device_states s set stalled_at = null
    where s.stalled_at is not null and not exists (
      select from print_jobs j where j.device_id = s.device_id and j.state = 'waiting' and j.created_at <= ${since})`.execute(
    write,
  );
  const { rows } = await sql<{ companyId: string; name: string }>`
    update device_states s set stalled_at = ${now}
    from devices d
    where d.company_id = s.company_id and d.id = s.device_id and s.stalled_at is null and s.device_id in (
      select j.device_id from print_jobs j where j.state = 'waiting' and j.created_at <= ${since})
    returning d.company_id, d.name`.execute(write);
  await remindAdminsOfMany(
    { db: write, clock: services.clock },
    rows.map(({ companyId, name }) => ({
      companyId,
      type: 'general' as const,
      words: 'printing.waitsLong' as const,
      params: { printer: name },
      link: printQueuePage,
    })),
  );
  return rows.length;
}
