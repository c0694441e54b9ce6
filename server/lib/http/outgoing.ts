// Connects to hosts that people enter. The resolved address is checked, so no name can lead into the private network.
import { lookup } from 'node:dns/promises';
import { BlockList, connect, isIP, type Socket } from 'node:net';

/** The host must not be reached. The message is for the operator. */
export class ForbiddenHost extends Error {
  readonly code = 'EFORBIDDEN';
}

/**
 * Addresses of this machine and of private networks, addresses of no single machine (RFC 6890), and the IPv6 networks
 * that embed IPv4 addresses. `BlockList` checks an IPv4-mapped address (::ffff:0:0/96) as the IPv4 address.
 */
const privateNetworks = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  privateNetworks.addSubnet(net, bits);
for (const [net, bits] of [
  // IPv4-compatible (RFC 4291), this machine among them, and IPv4-translated (RFC 2765).
  ['::', 96],
  ['::ffff:0:0:0', 96],
  // NAT64 (RFC 6052, RFC 8215).
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  // Teredo (RFC 4380) and 6to4 (RFC 3056).
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  // Site-local (RFC 3879).
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  privateNetworks.addSubnet(net, bits, 'ipv6');

export interface Outgoing {
  host: string;
  port: number;
  /** Connection timeout (ms), name resolution included. */
  timeout: number;
  /** Private hosts, addresses and ranges (`10.0.0.0/8`) that the operator allows. */
  allowed: readonly string[];
}

/**
 * Returns a connected socket. Throws `ForbiddenHost` when all addresses of the host are private and none is allowed.
 */
export async function connectOut({ host, port, timeout, allowed }: Outgoing): Promise<Socket> {
  const signal = AbortSignal.timeout(timeout);
  let last: unknown;
  for (const address of await resolveOut({ host, allowed })) {
    try {
      return await openSocket(address, port, signal);
    } catch (error) {
      last = error;
      if (signal.aborted) break;
    }
  }
  throw last;
}

/**
 * Returns the addresses of the host that may be reached, at least one: for clients that connect by themselves, and must
 * connect to one of these. Throws `ForbiddenHost` when all are private and none is allowed.
 */
export async function resolveOut({ host, allowed }: Pick<Outgoing, 'host' | 'allowed'>): Promise<string[]> {
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await lookup(host, { all: true });
  if (found.length === 0) throw new Error(`${host} has no address.`);
  const reachable = found.filter(({ address }) => isAllowed(host, address, allowed));
  if (reachable.length === 0) {
    throw new ForbiddenHost(`${host} lies inside this network; PRIVATE_HOSTS can allow it.`);
  }
  return reachable.map(({ address }) => address);
}

function openSocket(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port });
    const stop = () => socket.destroy(new Error(`${address}:${port} did not answer in time.`));
    const settle = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop);
    socket.once('error', (error) => {
      settle();
      reject(error);
    });
    socket.once('connect', () => {
      settle();
      socket.removeAllListeners('error');
      resolve(socket);
    });
    if (signal.aborted) stop();
  });
}

function isAllowed(host: string, address: string, allowed: readonly string[]): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (!privateNetworks.check(address, family)) return true;
  return allowed.some((entry) => {
    const [net = '', bits] = entry.split('/');
    if (!isIP(net)) return entry.toLowerCase() === host.toLowerCase();
    const range = new BlockList();
    const kind = isIP(net) === 6 ? 'ipv6' : 'ipv4';
    range.addSubnet(net, bits === undefined ? (kind === 'ipv6' ? 128 : 32) : Number(bits), kind);
    return range.check(address, family);
  });
}
