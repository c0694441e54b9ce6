// Connects to hosts that people enter. The resolved address is checked, so no name can lead into the private network.
import { lookup, Resolver } from 'node:dns/promises';
import { BlockList, connect, isIP, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

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

/** The host of an address, an IPv6 address without its brackets. */
export const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

export interface Outgoing {
  host: string;
  port: number;
  /** Connection timeout (ms), name resolution included. */
  timeout: number;
  /** Private hosts, addresses and ranges (`10.0.0.0/8`) that the operator allows. */
  allowed: readonly string[];
  /** Ends the attempt before the timeout. */
  signal?: AbortSignal | undefined;
  /** DNS servers instead of those of the machine. */
  nameServers?: readonly string[] | undefined;
}

/**
 * Returns a connected socket. Throws `ForbiddenHost` when all addresses of the host are private and none is allowed.
 */
export async function connectOut({ host, port, timeout, allowed, ...given }: Outgoing): Promise<Socket> {
  const within = AbortSignal.timeout(timeout);
  const signal = given.signal ? AbortSignal.any([given.signal, within]) : within;
  let last: unknown;
  for (const address of await resolveOut({ host, allowed, signal, nameServers: given.nameServers })) {
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
export async function resolveOut(
  outgoing: Pick<Outgoing, 'host' | 'allowed' | 'nameServers'> & { signal: AbortSignal },
): Promise<string[]> {
  const { host, allowed, signal } = outgoing;
  const found = isIP(host) ? [host] : await before(signal, host, findAddresses(outgoing));
  if (found.length === 0) throw new Error(`${host} has no address.`);
  const reachable = found.filter((address) => isAllowed(host, address, allowed));
  if (reachable.length === 0) {
    throw new ForbiddenHost(`${host} lies inside this network; PRIVATE_HOSTS can allow it.`);
  }
  return reachable;
}

/** Of one question to a DNS server (ms), and how often it is asked. */
const dnsTimeout = { timeout: 2_000, tries: 2 };
/** The second family of addresses is awaited for this time after the first (ms). */
const resolutionDelay = 100;

/**
 * Asks the DNS without the look-up of the operating system, which has no deadline and takes one of the few threads that
 * files and hashes need as well. Names that only the system knows are looked up by it: those without a dot, and those
 * that the DNS does not know.
 */
async function findAddresses({
  host,
  allowed,
  signal,
  nameServers,
}: Parameters<typeof resolveOut>[0]): Promise<string[]> {
  const isTrusted = allowed.some((entry) => entry.toLowerCase() === host.toLowerCase());
  if (isTrusted || /(^|\.)localhost\.?$/i.test(host)) return lookUp(host);
  if (host.includes('.')) {
    const found = await askDns(host, signal, nameServers);
    if (found.length > 0) return found;
  }
  return lookUpInTurn(host, signal);
}

/** Returns none for a name that the DNS does not know. Throws when no server answers in time. */
async function askDns(host: string, signal: AbortSignal, nameServers?: readonly string[]): Promise<string[]> {
  const resolver = new Resolver(dnsTimeout);
  if (nameServers) resolver.setServers(nameServers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const families: string[][] = [[], []];
    let isSilent = false;
    const ask = (family: 0 | 1, answer: Promise<string[]>) =>
      answer.then(
        (found) => {
          families[family] = found;
        },
        ({ code = '' }: { code?: string }) => {
          isSilent ||= code === 'ETIMEOUT' || code === 'ECANCELLED';
        },
      );
    const asked = [ask(0, resolver.resolve4(host)), ask(1, resolver.resolve6(host))];
    const all = Promise.all(asked);
    await Promise.race(asked);
    const hasOne = families.flat().length > 0;
    await (hasOne ? Promise.race([all, sleep(resolutionDelay, undefined, { ref: false })]) : all);
    const found = families.flat();
    if (found.length === 0 && isSilent) throw notResolved(host);
    return found;
  } finally {
    signal.removeEventListener('abort', cancel);
    resolver.cancel();
  }
}

async function lookUp(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Look-ups of the operating system at once, for names that people typed: it has four threads for all its work. */
const maxLookUps = 2;
let lookUps = 0;
const waiting: (() => void)[] = [];

/** A look-up that outlasts its caller keeps its place. */
async function lookUpInTurn(host: string, signal: AbortSignal): Promise<string[]> {
  if (lookUps >= maxLookUps) await new Promise<void>((resolve) => waiting.push(resolve));
  else lookUps++;
  try {
    return signal.aborted ? [] : await lookUp(host);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else lookUps--;
  }
}

function before<T>(signal: AbortSignal, host: string, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(notResolved(host));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** As an error of the look-up itself, which is about the server and not about what is sent. */
const notResolved = (host: string) =>
  Object.assign(new Error(`${host} was not resolved in time.`), { code: 'ETIMEOUT', syscall: 'getaddrinfo' });

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
