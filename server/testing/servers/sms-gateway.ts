// An SMS gateway for tests: a real HTTP server on loopback that stores its requests and can simulate failures.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface SmsRequestTaken {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * A response other than the success: `hang` never responds, `cut` closes the connection after it has read the request.
 */
export type SmsFault = { status: number; body?: string } | 'hang' | 'cut';

export interface SmsGatewayServer {
  host: string;
  port: number;
  /** All requests so far, in order. */
  requests: SmsRequestTaken[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** `answer` is called for every request; by default the gateway accepts it as `ref-1`, `ref-2` and so on. */
export async function openSmsGateway(
  answer: (request: SmsRequestTaken, nth: number) => SmsFault | undefined | Promise<SmsFault | undefined> = () =>
    undefined,
): Promise<SmsGatewayServer> {
  const requests: SmsRequestTaken[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const taken = { method, path, headers, body: await text(request) };
    const nth = requests.push(taken);
    const fault = await answer(taken, nth);
    if (fault === 'hang') return;
    if (fault === 'cut') return request.socket.destroy();
    response.writeHead(fault?.status ?? 201, { 'content-type': 'application/json' });
    response.end(fault ? (fault.body ?? '{"message":"no"}') : `{"id":"ref-${nth}","status":"queued"}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: '127.0.0.1',
    // A server that listens on TCP has such an address.
    port: (server.address() as AddressInfo).port,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
