// The work of campaigns, as a job: reads audiences, queues messages in slices, ends periods. A slice is as much as
// leaves soon, so that a stop leaves little behind; everything is read from rows, so that a killed process loses
// nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { countForCompany } from '#server/db/company-seconds.ts';
import type { Services } from '#server/lib/context.ts';
import { runSlice } from './run-slice.ts';
import { takeSnapshot } from './take-snapshot.ts';

/** How long the job goes on for (ms). */
const maxDuration = 45_000;
/** While messages leave, the next slice is looked for at this interval (ms). */
const pause = 500;

interface Done {
  queued: number;
  ended: number;
}

/**
 * Works until no running campaign has anything to queue, or for most of a minute (`duration` ms) while messages leave.
 * A campaign that fails keeps none of the others from running; its error is thrown at the end. `onTimeUp` is called
 * where more could be queued.
 */
export async function runCampaigns(
  services: Services,
  {
    signal,
    duration = maxDuration,
    onTimeUp,
  }: { signal?: AbortSignal; duration?: number; onTimeUp?: () => Promise<void> } = {},
): Promise<Done> {
  const until = performance.now() + duration;
  const done = { queued: 0, ended: 0 };
  const failures = new Map<string, unknown>();
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await sql<{ companyId: string; id: string }>`
      select company_id, id from campaigns where started or sending order by snapshot_at nulls first, id`.execute(
      services.database.write,
    );
    let isWaiting = false;
    for (const one of rows.filter(({ id }) => !failures.has(id))) {
      signal?.throwIfAborted();
      try {
        const { queued, hasEnded, hasMore } = await runOne(services, one);
        done.queued += queued;
        if (hasEnded) done.ended++;
        if (hasMore) isWaiting = true;
      } catch (error) {
        failures.set(one.id, error);
        services.log.error(
          { category: 'Campaigns', err: error, companyId: one.companyId, campaign: one.id },
          'a campaign failed',
        );
      }
    }
    if (!isWaiting) break;
    if (performance.now() >= until) {
      await onTimeUp?.();
      break;
    }
    await sleep(pause, undefined, { signal, ref: false });
  }
  if (failures.size > 0) throw [...failures.values()][0];
  return done;
}

interface Reference {
  companyId: string;
  id: string;
}

interface Slice {
  queued: number;
  hasEnded: boolean;
  hasMore: boolean;
}

/** Reads the audience of a campaign where that is due, then queues one slice. */
function runOne(services: Services, reference: Reference): Promise<Slice> {
  return countForCompany(services.database, reference.companyId, () => runSteps(services, reference));
}

async function runSteps(services: Services, reference: Reference): Promise<Slice> {
  for (let step = 0; step < maxSteps; step++) {
    const outcome = await runSlice(services, reference);
    if (outcome === 'due') await takeSnapshot(services, reference);
    else if (outcome !== 'settled') return outcome;
  }
  // The campaign was changed meanwhile.
  return { queued: 0, hasEnded: false, hasMore: true };
}

/** To settle, to read the audience, to settle what was stopped meanwhile, and to queue. */
const maxSteps = 4;
