// The door of Daybook for agents, without a database: a real HTTP server on loopback that can simulate faults.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface AgentJob {
  id: string;
  documents: Record<string, Uint8Array>;
  /** No paper: the drawer of a register. */
  isDrawer?: boolean;
  expiresIn?: number;
}

export interface AgentResult {
  id: string;
  outcome: string;
  code: string;
  reason: string;
}

export interface AgentDoor {
  address: string;
  code: string;
  keys: string[];
  /** Handed over in order, each until its outcome is known. */
  jobs: AgentJob[];
  /** Outcomes in order of arrival, also repeated ones and lost ones. */
  results: AgentResult[];
  polls: { version: string; status: string[]; media: string[]; isReady: boolean; working: string }[];
  /** So many answers to these calls are lost: the connection is cut after the call was obeyed. */
  lose: { enroll: number; poll: number; jobs: number; drawers: number; result: number };
  [Symbol.asyncDispose](): Promise<void>;
}

export async function openAgentDoor(code: string): Promise<AgentDoor> {
  const door: AgentDoor = {
    address: '',
    ...{ code, keys: [], jobs: [], results: [], polls: [] },
    lose: { enroll: 0, poll: 0, jobs: 0, drawers: 0, result: 0 },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  let usedBy: string | undefined;

  function answer(call: keyof AgentDoor['lose'], id: string, { headers }: IncomingMessage, body: string) {
    const input = body ? JSON.parse(body) : {};
    if (call === 'enroll') {
      if (input.code !== door.code || (usedBy && usedBy !== input.key)) return { status: 404 };
      usedBy = input.key as string;
      door.keys = [usedBy];
      return { status: 200, json: {} };
    }
    if (!door.keys.includes(headers.authorization?.replace('Bearer ', '') ?? '')) return { status: 404 };
    const [job] = door.jobs;
    if (call === 'poll') {
      door.polls.push(input);
      const isWanted = job && (input.isReady || job.isDrawer) && !input.working;
      const handed = isWanted ? { id: job.id, ...(job.isDrawer && { isDrawer: true }) } : null;
      return { status: 200, json: { intervals: { min: 0.05, max: 0.2, step: 0.05 }, job: handed } };
    }
    if (call === 'result') {
      door.results.push({ id, ...input });
      if (input.outcome !== 'again' && job?.id === id) door.jobs.shift();
      return { status: 204 };
    }
    if (call === 'drawers') {
      return job?.id === id ? { status: 200, json: { expiresIn: job.expiresIn ?? 60 } } : { status: 409 };
    }
    const medium = headers.accept?.split(', ').find((one) => job?.documents[one]);
    if (job?.id !== id || !medium) return { status: 409 };
    return { status: 200, medium, bytes: job.documents[medium], expiresIn: job.expiresIn ?? 60 };
  }

  const server = createServer(async (request, response) => {
    const [, , , , first = '', id = '', last] = (request.url ?? '').split('/');
    const call = (last ?? first) as keyof AgentDoor['lose'];
    const given = answer(call, id, request, await text(request));
    if (door.lose[call] > 0) {
      door.lose[call]--;
      return request.socket.destroy();
    }
    response.writeHead(given.status, {
      'content-type': given.medium ?? 'application/json',
      ...(given.expiresIn !== undefined && { 'daybook-expires-in': given.expiresIn }),
    });
    response.end(given.bytes ?? (given.json ? JSON.stringify(given.json) : undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  door.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return door;
}
