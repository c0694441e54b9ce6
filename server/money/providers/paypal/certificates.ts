// Fetches the certificates that PayPal signs notices with: only from PayPal's own hosts, and only where a chain leads
// to an authority that this process trusts.
import { type KeyObject, X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import type { PayPalSetting } from '#server/lib/config.ts';
import { requestOut } from '#server/lib/http/request-out.ts';
import { ProviderError } from '../provider.ts';

export interface NoticeCertificates {
  /**
   * Returns the key of a certificate; undefined for an address that is not PayPal's, or a certificate that is not
   * trusted. Throws `ProviderError` where it cannot be fetched.
   */
  keyAt(address: string): Promise<KeyObject | undefined>;
}

const hosts = {
  live: ['api.paypal.com', 'api-m.paypal.com'],
  test: ['api.sandbox.paypal.com', 'api-m.sandbox.paypal.com'],
};
const subjects = {
  live: ['messageverificationcerts.paypal.com'],
  test: ['messageverificationcerts.sandbox.paypal.com', 'messageverificationcerts.paypal.com'],
};

/** How long a certificate is held (ms). */
const heldFor = 24 * 3_600_000;
/** Addresses of forged notices that are remembered, and how long (ms). */
const maxForged = 20;
const forgedFor = 3_600_000;
/** Unknown certificates that are fetched in a minute. */
const maxPerMinute = 10;
const maxChainBytes = 64 * 1024;

export function openNoticeCertificates({ apiUrl, isTest }: PayPalSetting, timeout: number): NoticeCertificates {
  /** Forged notices can neither push trusted certificates out nor delay their renewal. */
  const trusted = new Map<string, { key: KeyObject; until: number }>();
  const forged = new Map<string, number>();
  const fetching = new Map<string, Promise<KeyObject | undefined>>();
  const fetchedAt: number[] = [];
  const api = new URL(apiUrl);
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(api.hostname);
  const kind = isTest ? 'test' : 'live';

  /** The address in its one spelling; undefined for one that is not PayPal's. */
  function addressOfPayPal(text: string): string | undefined {
    const url = URL.parse(text);
    if (!url || url.username || url.password || url.search || url.hash) return undefined;
    if (!/^\/v1\/notifications\/certs\/[\w-]{1,200}$/.test(url.pathname)) return undefined;
    const isOfHost = url.protocol === 'https:' && url.port === '' && hosts[kind].includes(url.hostname);
    return (isLoopback ? url.origin === api.origin : isOfHost) ? url.href : undefined;
  }

  async function fetchKey(address: string): Promise<KeyObject | undefined> {
    const allowed = isLoopback ? [api.hostname.replace(/^\[|\]$/g, '')] : [];
    const answer = await requestOut(address, {}, { maxBytes: maxChainBytes, timeout, allowed }).catch(() => undefined);
    if (answer?.status === 200) return keyOfTrusted(answer.body.toString('latin1'), subjects[kind]);
    if (answer && answer.status < 500 && answer.status !== 429) return undefined;
    throw new ProviderError('paypal', 'unreachable', 'PayPal: the certificate of a notice cannot be fetched', {
      code: answer && String(answer.status),
    });
  }

  /** Throws when notices name too many unknown certificates. */
  function countUnknown(now: number): void {
    while (fetchedAt[0] !== undefined && fetchedAt[0] < now - 60_000) fetchedAt.shift();
    if (fetchedAt.length >= maxPerMinute) {
      throw new ProviderError('paypal', 'unreachable', 'PayPal: too many certificates of notices in a minute');
    }
    fetchedAt.push(now);
  }

  return {
    async keyAt(text) {
      const now = performance.now();
      const address = addressOfPayPal(text);
      if (address === undefined || (forged.get(address) ?? 0) > now) return undefined;
      const known = trusted.get(address);
      if (known && known.until > now) return known.key;
      const running = fetching.get(address);
      if (running) return running;
      if (!known) countUnknown(now);
      const key = fetchKey(address).finally(() => fetching.delete(address));
      fetching.set(address, key);
      const found = await key;
      if (found) trusted.set(address, { key: found, until: now + heldFor });
      else forged.set(address, now + forgedFor);
      for (const oldest of forged.keys()) if (forged.size > maxForged) forged.delete(oldest);
      return found;
    },
  };
}

const maxChain = 5;

/** The key of the first certificate, if it is PayPal's, valid now, and a chain leads to a trusted authority. */
function keyOfTrusted(pem: string, names: readonly string[]): KeyObject | undefined {
  const parts = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  try {
    const chain = parts.slice(0, maxChain).map((part) => new X509Certificate(part));
    const [leaf] = chain;
    if (!leaf || !names.some((name) => leaf.checkHost(name, { wildcards: false }))) return undefined;
    if (leaf.publicKey.asymmetricKeyType !== 'rsa') return undefined;
    return isChained(leaf, chain) ? leaf.publicKey : undefined;
  } catch {
    // No certificate.
    return undefined;
  }
}

function isChained(leaf: X509Certificate, chain: readonly X509Certificate[]): boolean {
  let current = leaf;
  for (let step = 0; step < maxChain; step++) {
    if (!isValidNow(current)) return false;
    if (trustedIssuers(current).some((root) => isIssuer(root, current))) return true;
    const next = chain.find((one) => one !== current && isIssuer(one, current));
    if (!next) return false;
    current = next;
  }
  return false;
}

const isIssuer = (issuer: X509Certificate, of: X509Certificate) =>
  issuer.ca && isValidNow(issuer) && of.checkIssued(issuer) && of.verify(issuer.publicKey);

/** Certificates are checked by the time of this machine, as for TLS. */
function isValidNow({ validFromDate, validToDate }: X509Certificate): boolean {
  const now = Date.now();
  return validFromDate.getTime() <= now && now <= validToDate.getTime();
}

/** The authorities of this process, also those of `NODE_EXTRA_CA_CERTS`, that have the name of the issuer. */
function trustedIssuers({ issuer }: X509Certificate): X509Certificate[] {
  return getCACertificates('default')
    .map((pem) => new X509Certificate(pem))
    .filter(({ subject }) => subject === issuer);
}
