// Checks of settings that hold addresses: an origin, and lists with commas between.
import { isIP } from 'node:net';

export function isOrigin(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && [url.username, url.search, url.hash].every((part) => part === '') && url.pathname === '/';
}

export function listOf(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

export function areNameServers(value: string): boolean {
  return listOf(value).every((part) => {
    const [, bracketed, bare = ''] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([^:]+)(?::\d{1,5})?)$/.exec(part) ?? [];
    return isIP(bracketed ?? bare) !== 0;
  });
}

export function areHosts(value: string): boolean {
  return listOf(value).every((part) => {
    const [host = '', bits, rest] = part.split('/');
    if (rest !== undefined) return false;
    const maxPrefix = { 0: 0, 4: 32, 6: 128 }[isIP(host)] ?? 0;
    if (maxPrefix === 0) return bits === undefined && /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host);
    return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= maxPrefix);
  });
}

/** Applies the rules of `proxy-addr`, which would not throw until the server is built. */
export function areProxies(value: string): boolean {
  if (value === 'true' || value === 'false') return true;
  return value.split(',').every((part) => {
    const [address = '', bits, rest] = part.trim().split('/');
    if (['loopback', 'linklocal', 'uniquelocal'].includes(address)) return bits === undefined;
    const maxPrefix = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
    return (
      maxPrefix > 0 && rest === undefined && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= maxPrefix))
    );
  });
}
