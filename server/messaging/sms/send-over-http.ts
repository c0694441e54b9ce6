// Sends an SMS by a request to a gateway. The host is one that a person entered: its address is checked.
import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { connectOut } from '#server/lib/http/outgoing.ts';
import { requestOver } from '#server/lib/http/request-over.ts';
import { oneLine } from '#server/lib/one-line.ts';
import { type FilledRequest, fillRequest, isOneOf, textAt } from './fill-request.ts';
import { failureOf, GatewayFailure, silenceOf } from './gateway-failure.ts';
import type { Gateway } from './gateways.ts';
import type { Sms } from './sms.ts';
import { smsParts } from './sms-parts.ts';

/** Returns the response and the identifier of the gateway. Throws `GatewayFailure`. */
export async function sendOverHttp(
  gateway: Gateway,
  sms: Sms,
  signal: AbortSignal,
): Promise<{ answer: string; providerRef: string }> {
  const { user, password, timeOut } = gateway.server.setting;
  const filled = fillRequest(gateway.request, {
    ...{ user, password, to: sms.toSms, from: sms.fromSms || gateway.sender, text: sms.message, id: sms.id },
    encoding: smsParts(sms.message).isUnicode ? 'unicode' : 'text',
    receiptUrl: gateway.hookUrl && `${gateway.hookUrl}&delivery=${sms.id}`,
  });
  const { status, body } = await ask(gateway, filled, AbortSignal.any([signal, AbortSignal.timeout(timeOut)]));
  const answer = oneLine(`${status} ${body}`, 500);
  if (status < 200 || status >= 300) throw new GatewayFailure(failureOf(status, answer));
  // A web page is the response of another server, or of another path.
  if (/^\s*<(!doctype html|html)\b/i.test(body)) throw new GatewayFailure(failureOf(404, answer));
  const { idPath, statusPath = '', refusedValues = '' } = gateway.request;
  const said = parsed(body);
  const providerRef = textAt(said, idPath);
  // Gateways also refuse with status 200: an SMS that they accepted has an identifier.
  const isRefused = (idPath && !providerRef) || isOneOf(refusedValues, textAt(said, statusPath));
  if (isRefused) throw new GatewayFailure(failureOf(400, answer));
  return { answer, providerRef };
}

async function ask(
  { server }: Gateway,
  { method, path, headers, body }: FilledRequest,
  signal: AbortSignal,
): Promise<{ status: number; body: string }> {
  const { host, port, ssl, timeOut, privateHosts } = server.setting;
  let request: ClientRequest | undefined;
  let isHandedOver = false;
  try {
    const socket = await connectOut({ host, port, timeout: timeOut, allowed: privateHosts, signal });
    request = requestOver(socket, {
      ...{ isSecure: ssl, host, port, path, method, signal },
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    });
    // Over TLS, only once the certificate is checked.
    request.once('finish', () => {
      isHandedOver = true;
    });
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage]; // The event's only argument.
    return { status: response.statusCode ?? 0, body: (await readText(response)).slice(0, maxBody) };
  } catch (error) {
    request?.destroy();
    throw new GatewayFailure(silenceOf(error instanceof Error ? error : new Error(String(error)), isHandedOver));
  }
}

/** Longer responses say nothing more. */
const maxBody = 100_000;

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
