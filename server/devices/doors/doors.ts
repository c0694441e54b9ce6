// The doors through which devices fetch paper and report what became of it: `api/hooks/{star,epson}/{key}`
// and `api/hooks/agent/`.
import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/lib/context.ts';
import { agentDoor } from './agent/agent-door.ts';
import { readBodiesAsBytes } from './door-bodies.ts';
import { epsonDoor } from './epson/epson-door.ts';
import { seenDevices } from './seen-devices.ts';
import { starDoor } from './star/star-door.ts';

export async function deviceDoors(server: FastifyInstance, { services }: { services: Services }): Promise<void> {
  readBodiesAsBytes(server);
  await agentDoor(server, { services });
  await starDoor(server, { services });
  await epsonDoor(server, { services });
  server.addHook('onClose', () => seenDevices(services).close());
}
