// Lists the printers whose papers wait for long, with the reason as far as it is known.
import { sql } from 'kysely';
import { printJobs, stalledMinutes } from '#contract/devices/print-jobs.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';
import { isOwnPaper } from './job-rows.ts';

export function listWaiting({ db, user, clock }: SignedIn): Promise<JsonText> {
  const now = clock.now();
  const minutesSince = (time: string) => sql`floor(extract(epoch from ${now} - ${sql.ref(time)}) / 60)::integer`;
  return listAsJson(
    db,
    printJobs.getWaiting.output,
    sql`
      select d.id as printer_id, d.name as printer_name, w.waiting, ${minutesSince('w.since')} as minutes, s.fault,
        ${minutesSince('s.seen_at')} as silent_minutes
      from (
        select j.device_id, count(*)::integer as waiting, min(j.created_at) as since from print_jobs j
        where j.state = 'waiting' and ${isOwnPaper(user)} group by j.device_id) w
        join devices d on d.company_id = ${user.companyId} and d.id = w.device_id
        join device_states s on s.company_id = d.company_id and s.device_id = d.id
      where w.since <= ${now.subtract({ minutes: stalledMinutes })} or s.fault <> ''
      order by w.since limit 20`,
  );
}
