// Writes what became of a paper. A result that comes late counts, a repeated one changes nothing, and nothing is
// printed twice by itself.
import { type RawBuilder, sql } from 'kysely';
import type { PrintReason } from '#contract/devices/print-jobs.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Services } from '#server/lib/context.ts';
import type { AskingDevice } from './asking-device.ts';
import { logOfJobs } from './log-jobs.ts';

/**
 * The paper that a result is about, and with `tries` which time that it was handed over. Old firmware names none: then
 * it is the one that was handed over, if need be one that has become uncertain meanwhile.
 */
export type NamedJob = { shortId: string; tries?: number } | { token: string } | 'handed';

export interface JobResult {
  job: NamedJob;
  /** `again`: surely not printed, and it is tried again, at most three times in all. */
  outcome: 'printed' | 'failed' | 'uncertain' | 'again';
  /** For `again`: the printer is busy, and the paper is tried until it expires. */
  isPatient?: boolean;
  /** As the device said it. */
  code?: string;
  reason?: PrintReason;
  /** For `again`: the media type that did not print. The next handing over counts as the first. */
  refusedMedia?: string;
}

const maxTries = 3;

/** Returns the state that the paper has now, undefined for one that is unknown to this device. */
export function settleJob(
  services: Pick<Services, 'database' | 'clock'>,
  device: AskingDevice,
  { job, outcome, isPatient = false, code = '', reason, refusedMedia }: JobResult,
): Promise<string | undefined> {
  const now = services.clock.now();
  return transaction({ ...services, db: services.database.write }, async ({ db }) => {
    await sql`select from device_states where device_id = ${device.id} for update`.execute(db);
    const { rows } = await sql<Named>`
      select id, state, tries, part from print_jobs
      where company_id = ${device.companyId} and device_id = ${device.id} and ${isNamed(job, now)}
      order by state = 'handed' desc, handed_at desc nulls last limit 1 for update`.execute(db);
    const [found] = rows;
    if (!found) return undefined;
    if (isOfFormerTry(job, found, outcome)) return found.state;
    const next = nextState(found, outcome, isPatient || refusedMedia !== undefined);
    if (!next) return found.state;
    const why = next === 'failed' ? (reason ?? (outcome === 'again' ? 'notTaken' : 'rejected')) : '';
    await sql`
      with ended as (
        update print_jobs set state = ${next}, code = ${code.slice(0, 100)}, reason = ${why},
          token = case when ${next} = 'waiting' then null else token end,
          tries = case when ${refusedMedia !== undefined} then 0 else tries end,
          refused_media = refused_media || ${refusedMedia === undefined ? [] : [refusedMedia]}::text[],
          settled_at = ${next === 'waiting' ? null : now}
        where id = ${found.id} returning *)
      ${logOfJobs(now)}`.execute(db);
    if (next === 'failed') await cancelFurtherParts(db, found.id, now);
    return next;
  });
}

interface Named {
  id: string;
  state: string;
  tries: number;
  part: number;
}

/** A printer that was off for longer has forgotten its paper. */
const remembered = { hours: 1 };

function isNamed(job: NamedJob, now: Temporal.Instant): RawBuilder<unknown> {
  if (job === 'handed') {
    return sql`(state = 'handed' or (state = 'uncertain' and handed_at > ${now.subtract(remembered)}))`;
  }
  return 'token' in job ? sql`token = ${job.token}` : sql`short_id = ${job.shortId}`;
}

/** A result of another time than the last one changes nothing, unless the paper was printed then. */
function isOfFormerTry(job: NamedJob, { state, tries }: Named, outcome: JobResult['outcome']): boolean {
  if (outcome === 'printed' || job === 'handed' || !('shortId' in job)) {
    // Without a name, a device that fetched nothing means no paper that it was given long before.
    return job === 'handed' && outcome === 'again' && state !== 'handed';
  }
  return job.tries !== undefined && job.tries !== tries;
}

/** Undefined when the result changes nothing. `isFree`: this time does not count among the three. */
function nextState(
  { state, tries }: Named,
  outcome: JobResult['outcome'],
  isFree: boolean,
): 'printed' | 'failed' | 'uncertain' | 'waiting' | undefined {
  switch (state) {
    case 'handed':
      if (outcome !== 'again') return outcome;
      return isFree || tries < maxTries ? 'waiting' : 'failed';
    case 'uncertain':
      // After so long a paper is not tried again, though the device would.
      if (outcome === 'uncertain') return undefined;
      return outcome === 'printed' ? 'printed' : 'failed';
    case 'waiting':
      // Handed over before, and on paper after all.
      return tries > 0 && outcome === 'printed' ? 'printed' : undefined;
    default:
      return undefined;
  }
}

/** Half of a list misleads: the parts behind the one that failed are not printed. */
export async function cancelFurtherParts(
  db: Parameters<Parameters<typeof transaction>[1]>[0]['db'],
  id: string,
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    update print_jobs j set state = 'cancelled', reason = 'partFailed', settled_at = ${now}
    from print_jobs f
    where f.id = ${id} and j.company_id = f.company_id and j.cause_kind = f.cause_kind and j.cause_key = f.cause_key
      and j.device_id is not distinct from f.device_id and j.copy = f.copy and j.part > f.part
      and j.state = 'waiting'`.execute(db);
}
