// Takes what a Star printer says about a paper ("Print job confirmation (DELETE)").
import { sql } from 'kysely';
import type { Services } from '#server/lib/context.ts';
import { type JobResult, settleJob } from '../../jobs/settle-job.ts';
import type { DoorDevice } from '../device-directory.ts';
import { namedIn } from './job-token.ts';
import { usualHeight } from './read-poll.ts';
import { faultOfStarCode, resultOfStarCode, starCode } from './star-codes.ts';
import { mediaFor, typeOf } from './star-media.ts';

/** The code, and the token that the poll gave. Old firmware has no token, and means the paper that it has. */
export async function confirmJob(services: Services, device: DoorDevice, query: Record<string, unknown>) {
  const said = String(query.code ?? '');
  const code = starCode(said);
  const job = namedIn(query) ?? 'handed';
  const settle = (result: Omit<JobResult, 'job' | 'code'>) =>
    settleJob(services, device, { job, code: said, ...result });
  switch (resultOfStarCode(code)) {
    case 'printed':
      return settle({ outcome: 'printed' });
    case 'notFetched':
      return settle({ outcome: 'again' });
    case 'refused':
      return settle(await tryNextMedium(services, device));
    default:
      if (code === tooLarge) await halveHeight(services, device);
      return settle({ outcome: 'failed', reason: code === tooLarge ? 'rejected' : faultOfStarCode(code) || 'error' });
  }
}

/** Nothing was printed. The confirmation does not say which medium the printer had fetched: it was the first one. */
async function tryNextMedium({ database }: Services, device: DoorDevice): Promise<Omit<JobResult, 'job' | 'code'>> {
  const { rows } = await sql<{ refusedMedia: string[] }>`
    select refused_media from print_jobs where device_id = ${device.id} and state = 'handed'`.execute(database.write);
  const [refused, next] = mediaFor({ reads: device.media, refused: rows[0]?.refusedMedia ?? [] });
  if (!refused || !next) return { outcome: 'failed', reason: 'media' };
  return { outcome: 'again', refusedMedia: typeOf(refused) };
}

const tooLarge = 521;
const minHeight = 500;

/** Another try of a person then has smaller parts. */
async function halveHeight({ database }: Services, { id }: DoorDevice): Promise<void> {
  await sql`
    update device_states set max_height = greatest(${minHeight}, coalesce(max_height, ${usualHeight}) / 2)
    where device_id = ${id}`.execute(database.write);
}
