// The door of Star printers: CloudPRNT over HTTP, at `api/hooks/star/{key}` (Star CloudPRNT Protocol Guide 2.4).
//
// A poll offers a paper and hands nothing over: its answer may get lost. The printer has the paper once it fetches it.
// From then on it is not offered again until the printer says that it has none of it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { handOver } from '../../jobs/hand-over.ts';
import { settleJob } from '../../jobs/settle-job.ts';
import { peekJob } from '../../jobs/waiting-jobs.ts';
import { paperMedia } from '../../paper/media/paper-media.ts';
import { admitDevice } from '../admit-device.ts';
import type { DoorDevice } from '../device-directory.ts';
import { rememberFault, rememberMedia } from '../device-facts.ts';
import { bytesOf } from '../door-bodies.ts';
import { seenDevices } from '../seen-devices.ts';
import { confirmJob } from './confirm-job.ts';
import { jobToken, namedIn } from './job-token.ts';
import { readPoll, type StarPoll, usualHeight } from './read-poll.ts';
import { faultOfStarCode, isOnline } from './star-codes.ts';
import { mediaFor, starHeaders, starMediumOf, typeOf } from './star-media.ts';

interface Route {
  Params: { key: string };
  Querystring: Record<string, unknown>;
}
type StarRequest = FastifyRequest<Route>;

/** A printer is asked these once; it answers at once, and prints afterwards. */
const questions = ['Encodings', 'ClientType', 'ClientVersion'].map((request) => ({ request, options: '' }));

export async function starDoor(server: FastifyInstance, { services }: { services: Services }): Promise<void> {
  /** Devices that this process has asked: some firmware never answers. */
  const asked = new Set<string>();
  const url = '/api/hooks/star/:key';
  const admit = ({ params, ip }: StarRequest) => admitDevice(services, { door: 'star', key: params.key, address: ip });
  const confirm = async (device: DoorDevice, { query }: StarRequest, reply: FastifyReply) => {
    await confirmJob(services, device, query);
    return reply.send({});
  };
  server.post<Route>(url, async (request, reply) => {
    const device = await admit(request);
    return reply.send(await answerPoll(services, { device, poll: readPoll(bytesOf(request)), asked }));
  });
  server.get<Route>(url, { exposeHeadRoute: false, compress: false }, async (request, reply) => {
    const device = await admit(request);
    // The other form of a confirmation ("Alternative Print job confirmation (GET)").
    if ('delete' in request.query) return confirm(device, request, reply);
    return sendPaper(services, device, request, reply);
  });
  server.delete<Route>(url, async (request, reply) => confirm(await admit(request), request, reply));
}

interface Polled {
  device: DoorDevice;
  poll: StarPoll;
  asked: Set<string>;
}

/** The JSON that a poll is answered with. A printer that is offline or prints would not fetch a paper. */
async function answerPoll(services: Services, { device, poll, asked }: Polled): Promise<object> {
  const { id, isPaused, hasWork } = device;
  if (poll.version) seenDevices(services).note(id, poll.version);
  if (poll.media) {
    await rememberMedia(services, device, { media: poll.media, maxHeight: poll.maxHeight });
    // With the next key it may be another printer.
    asked.delete(id);
  }
  await rememberFault(services, device, faultOfStarCode(poll.code));
  if (!poll.media && device.media.length === 0 && !asked.has(id)) {
    asked.add(id);
    return { jobReady: false, clientAction: questions };
  }
  if (poll.isPrinting || !isOnline(poll.code) || isPaused || !hasWork) return { jobReady: false };
  const job = await peekJob(services, device);
  if (!job) return { jobReady: false };
  const media = mediaFor({ reads: poll.media ?? device.media, refused: job.refusedMedia });
  if (media.length > 0) return { jobReady: true, mediaTypes: media.map(typeOf), jobToken: jobToken(job) };
  await failUnreadable(services, device, job);
  return { jobReady: false };
}

/** The paper would wait until it expires. */
async function failUnreadable(services: Services, device: DoorDevice, { shortId }: { shortId: string }): Promise<void> {
  const job = await handOver(services, device, { shortId });
  if (job) await settleJob(services, device, { job: { token: job.token }, outcome: 'failed', reason: 'media' });
}

/**
 * Sends the paper that waits, or once more the one that the printer has: the same bytes. Throws 404 if there is none,
 * or another one than the poll offered; the printer then reports 520.
 */
async function sendPaper(services: Services, device: DoorDevice, { query }: StarRequest, reply: FastifyReply) {
  const medium = starMediumOf(String(query.type ?? 'image/png'));
  if (!medium) throw new Refusal(415, 'error.body');
  const named = namedIn(query);
  const job = await handOver(services, device, { shortId: named?.shortId, usualHeight });
  if (!job || (named && named.tries !== job.tries)) throw notFound();
  return reply
    .type(typeOf(medium))
    .headers(starHeaders(medium, job.paper))
    .send(Buffer.from(paperMedia[medium].encode(job.paper)));
}
