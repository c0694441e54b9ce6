// The door of the agent, at `api/hooks/agent/`: it changes its code into a key, and polls.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { redeemCode } from '../../packages/redeem-code.ts';
import { admitDevice, doorLimits } from '../admit-device.ts';
import { isDeviceKey } from '../device-keys.ts';
import { bytesOf } from '../door-bodies.ts';
import { readAgentPoll, readEnrollment } from './read-agent.ts';

export async function agentDoor(server: FastifyInstance, { services }: { services: Services }): Promise<void> {
  const url = '/api/hooks/agent';
  const admit = (request: FastifyRequest, version?: string) =>
    admitDevice(services, { door: 'agent', key: bearerOf(request), address: request.ip, version });

  server.post(`${url}/enroll`, (request) => enroll(services, request));
  server.post(`${url}/poll`, async (request) => {
    const { version } = readAgentPoll(bytesOf(request));
    const { minPollSeconds: min, maxPollSeconds: max, pollStepSeconds: step } = await admit(request, version);
    return { intervals: { min, max, step }, job: null };
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

const bearerOf = ({ headers }: FastifyRequest) => /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
