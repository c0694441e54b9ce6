// Sends an HTTP request over a socket that is connected already, and over no other: its address was checked.
import type { ClientRequest, OutgoingHttpHeaders } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as secure } from 'node:tls';
import { requestPlain, requestSecure } from './http-client.ts';

interface RequestOver {
  isSecure: boolean;
  host: string;
  port: number;
  /** With the query. */
  path: string;
  method: string;
  headers: OutgoingHttpHeaders;
  signal: AbortSignal;
}

/** Returns the request, which the caller ends. The socket closes with its answer. */
export function requestOver(socket: Socket, { isSecure, host, ...given }: RequestOver): ClientRequest {
  // With the option `agent`, even `false`, Node.js ignores `createConnection`: it looks the name up again, and connects
  // to whatever that leads to.
  const options = { ...given, host, headers: { 'user-agent': 'Daybook', ...given.headers, connection: 'close' } };
  if (!isSecure) return requestPlain({ ...options, createConnection: () => socket });
  // SNI takes names only; the certificate of an IP address is checked without it.
  const servername = isIP(host) ? undefined : host;
  return requestSecure({ ...options, createConnection: () => secure({ socket, host, servername }) });
}
