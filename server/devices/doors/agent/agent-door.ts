// The door of the agent, at `api/hooks/agent/`: it changes its code into a key, polls, fetches papers, and says what
// became of them.
//
// As at the other doors, a poll offers a paper and hands nothing over: its answer may get lost. The agent has the paper
// once it fetches it, and gets the same one when it fetches it again. The drawer of a register is a job without paper:
// it is taken instead of fetched.
//
// A register polls to be told at once: its drawer must not open seconds after the sale. Its poll is held until there is
// work, and costs no query meanwhile.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDeviceKey } from '#server/devices/keys/device-keys.ts';
import type { Services } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { handOver } from '../../jobs/hand-over.ts';
import { settleJob } from '../../jobs/settle-job.ts';
import { takeDrawer } from '../../jobs/take-drawer.ts';
import { peekJob } from '../../jobs/waiting-jobs.ts';
import { redeemCode } from '../../packages/redeem-code.ts';
import { paperMedia } from '../../paper/media/paper-media.ts';
import { admitDevice, doorLimits } from '../admit-device.ts';
import { type DoorDevice, deviceDirectory } from '../device-directory.ts';
import { rememberFault, rememberMedia } from '../device-facts.ts';
import { bytesOf } from '../door-bodies.ts';
import { agentMedia, faultOfAgent, reasonOfAgent } from './agent-words.ts';
import { type AgentPoll, readAgentPoll, readAgentResult, readEnrollment } from './read-agent.ts';

interface JobRoute {
  Params: { shortId: string };
}

export async function agentDoor(server: FastifyInstance, { services }: { services: Services }): Promise<void> {
  const url = '/api/hooks/agent';
  const admit = (request: FastifyRequest, version?: string) =>
    admitDevice(services, { door: 'agent', key: bearerOf(request), address: request.ip, version });
  const held = new Map<string, AbortController>();
  const closing = new AbortController();
  server.addHook('preClose', async () => closing.abort());

  server.post(`${url}/enroll`, (request) => enroll(services, request));
  server.post(`${url}/poll`, async (request, reply) => {
    const said = readAgentPoll(bytesOf(request));
    const isGone = new AbortController();
    reply.raw.once('close', () => isGone.abort());
    const until = AbortSignal.any([isGone.signal, closing.signal]);
    return holdPoll(services, { said, admit: () => admit(request, said.version), until, held });
  });
  const asBytes = { exposeHeadRoute: false, compress: false } as const;
  server.get<JobRoute>(`${url}/jobs/:shortId`, asBytes, async (request, reply) =>
    sendPaper(services, await admit(request), request, reply),
  );
  server.post<JobRoute>(`${url}/drawers/:shortId`, async (request) =>
    openDrawerNow(services, await admit(request), request),
  );
  server.post<JobRoute>(`${url}/jobs/:shortId/result`, async (request, reply) => {
    await settle(services, await admit(request), request);
    return reply.status(204).send();
  });
}

/** The code is as good as a key: unknown ones count against their network. */
async function enroll(services: Services, request: FastifyRequest): Promise<object> {
  const limits = doorLimits(services);
  limits.checkNetwork(request.ip);
  const { device, code, key } = readEnrollment(bytesOf(request));
  const isRedeemed = isDeviceKey(key) && (await redeemCode(services, { deviceId: device, code, key }));
  if (isRedeemed) return {};
  limits.countUnknown(request.ip);
  throw notFound();
}

interface HeldPoll {
  said: AgentPoll;
  admit(): Promise<DoorDevice>;
  /** Ends the waiting: the agent is gone, or this process stops. */
  until: AbortSignal;
  /** The polls that this process holds, by device. */
  held: Map<string, AbortController>;
}

/**
 * Answers at once when there is work; for a register that waits, also once something has changed for it, or the time is
 * over. Its key may end meanwhile. A device has one poll that is held: the next one ends it. An agent whose poll was
 * ended so comes back after its interval as if it had not been held: of two with one key, neither drives the other.
 */
async function holdPoll(services: Services, { said, admit, until, held }: HeldPoll): Promise<object> {
  const device = await admit();
  await rememberPoll(services, device, said);
  if (device.kind !== 'register' || said.wait === 0) return answerPoll(services, device, said);
  const followed = new AbortController();
  held.get(device.id)?.abort();
  held.set(device.id, followed);
  const end = performance.now() + said.wait * 1_000;
  try {
    for (;;) {
      const left = end - performance.now();
      const answered = new AbortController();
      const signal = AbortSignal.any([until, followed.signal, answered.signal]);
      // Begun before the look: a change during it counts.
      const change = deviceDirectory(services).change(device.id, left, signal);
      const answer = await answerPoll(services, await admit(), said).catch((error: unknown) => {
        answered.abort();
        throw error;
      });
      const isFollowed = followed.signal.aborted;
      if (answer.job || left <= 0 || until.aborted || isFollowed) {
        answered.abort();
        return isFollowed ? { ...answer, job: null } : { ...answer, isHeld: true };
      }
      await change;
    }
  } finally {
    if (held.get(device.id) === followed) held.delete(device.id);
  }
}

interface PollAnswer {
  intervals: { min: number; max: number; step: number };
  job: { id: string; isDrawer?: true } | null;
}

async function rememberPoll(services: Services, device: DoorDevice, { status, media }: AgentPoll): Promise<void> {
  await rememberFault(services, device, faultOfAgent(status));
  if (media.join() !== device.media.join()) await rememberMedia(services, device, { media, maxHeight: null });
}

/** The intervals, and a paper if one waits and would be printed now. */
async function answerPoll(services: Services, device: DoorDevice, said: AgentPoll): Promise<PollAnswer> {
  const { minPollSeconds: min, maxPollSeconds: max, pollStepSeconds: step } = device;
  return { intervals: { min, max, step }, job: await offer(services, device, said) };
}

async function offer(
  services: Services,
  device: DoorDevice,
  { isReady, working, media }: AgentPoll,
): Promise<PollAnswer['job']> {
  // A drawer opens without paper.
  const isAsking = isReady || device.kind === 'register';
  if (!isAsking || working || device.isPaused || !device.hasWork) return null;
  const job = await peekJob(services, device);
  if (job?.isDrawer) return { id: job.shortId, isDrawer: true };
  if (!job || !isReady) return null;
  if (agentMedia(media).length > 0) return { id: job.shortId };
  await failUnreadable(services, device, job);
  return null;
}

/** The paper would wait until it expires. */
async function failUnreadable(services: Services, device: DoorDevice, { shortId }: { shortId: string }): Promise<void> {
  const job = await handOver(services, device, { shortId });
  if (job) await settleJob(services, device, { job: { token: job.token }, outcome: 'failed', reason: 'media' });
}

/** Sends the paper in the first format of `Accept` that is made here. Throws 409 for one that is not wanted any more. */
async function sendPaper(
  services: Services,
  device: DoorDevice,
  { params, headers }: FastifyRequest<JobRoute>,
  reply: FastifyReply,
) {
  const [medium] = agentMedia((headers.accept ?? '').split(/\s*,\s*/));
  if (!medium) throw new Refusal(415, 'error.body');
  const job = await handOver(services, device, params);
  if (!job) throw unwanted();
  const { type, encode } = paperMedia[medium];
  return reply
    .type(type)
    .headers({ 'cache-control': 'no-store', 'daybook-expires-in': job.expiresIn / 1_000 })
    .send(Buffer.from(encode(job.paper)));
}

/** Throws 409 for a drawer that is not to be opened any more. */
async function openDrawerNow(services: Services, device: DoorDevice, { params }: FastifyRequest<JobRoute>) {
  const expiresIn = await takeDrawer(services, device, params);
  if (expiresIn === undefined) throw unwanted();
  return { expiresIn: expiresIn / 1_000 };
}

/** An outcome that is said twice changes nothing. Throws 409 for a paper that is none of this device. */
async function settle(services: Services, device: DoorDevice, request: FastifyRequest<JobRoute>): Promise<void> {
  const { outcome, code } = readAgentResult(bytesOf(request));
  const { shortId } = request.params;
  const reason = outcome === 'failed' ? { reason: reasonOfAgent(code) } : {};
  // A paper that the agent cannot read is not tried for ever; one that its printer does not take yet is.
  const isPatient = code !== 'notRead';
  const state = await settleJob(services, device, { job: { shortId }, outcome, isPatient, code, ...reason });
  if (!state) throw unwanted();
}

const unwanted = () => new Refusal(409, 'error.body');

const bearerOf = ({ headers }: FastifyRequest) => /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
