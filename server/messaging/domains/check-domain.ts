// Looks up the records by which receivers judge the mail of a domain: SPF, DKIM, DMARC and MX.
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { CheckedDomain } from '#contract/messaging/sender-domains.ts';

type Checked = CheckedDomain['records'][number];

interface Query {
  domain: string;
  /** The name of the DKIM key, if it is known. */
  selector: string;
  /** The servers that mail leaves through. */
  hosts: readonly string[];
  /** Where reports of receivers go. */
  reportsTo: string;
  /** Name servers, with a port if it is not 53; none: those of the system. */
  dnsServers: readonly string[];
}

/** Milliseconds. */
const perQuery = 900;
const total = 2_500;

/** The names under which well-known providers keep their keys. */
const commonSelectors = [
  'default',
  'dkim',
  'mail',
  'google',
  'selector1',
  'selector2',
  's1',
  's2',
  'k1',
  'k2',
  'k3',
  'pm',
  'mx',
];

/** Mechanisms that well-known providers require in the SPF record. */
const providers: readonly [host: RegExp, mechanism: string][] = [
  [/(^|\.)(gmail|google|googlemail)\.com$/, 'include:_spf.google.com'],
  [/(^|\.)(office365|outlook)\.com$/, 'include:spf.protection.outlook.com'],
  [/(^|\.)amazonaws\.com$/, 'include:amazonses.com'],
  [/(^|\.)mailgun\.(org|net)$/, 'include:mailgun.org'],
  [/(^|\.)sendgrid\.net$/, 'include:sendgrid.net'],
  [/(^|\.)postmarkapp\.com$/, 'include:spf.mtasv.net'],
  [/(^|\.)(brevo|sendinblue)\.com$/, 'include:spf.brevo.com'],
  [/(^|\.)mailjet\.com$/, 'include:spf.mailjet.com'],
];

/** Never takes longer than `total`: what has not answered by then is unreachable. */
export async function checkDomain({ domain, selector, hosts, reportsTo, dnsServers }: Query): Promise<CheckedDomain> {
  const resolver = new Resolver({ timeout: perQuery, tries: 2 });
  if (dnsServers.length > 0) resolver.setServers([...dnsServers]);
  const timer = setTimeout(() => resolver.cancel(), total);
  try {
    const dns = lookUps(resolver);
    const records = await Promise.all([
      checkSpf(dns, domain, hosts),
      checkDkim(dns, domain, selector),
      checkDmarc(dns, domain, reportsTo),
      checkMx(dns, domain),
    ]);
    return { domain, records };
  } finally {
    clearTimeout(timer);
  }
}

/** `undefined`: no answer. */
interface LookUps {
  texts(name: string): Promise<string[] | undefined>;
  exchanges(name: string): Promise<{ exchange: string; priority: number }[] | undefined>;
  /** Whether there is anything at or below the name (RFC 8020). */
  exists(name: string): Promise<boolean | undefined>;
}

/** There is nothing under this name, as opposed to no answer. */
const nothing = new Set(['ENOTFOUND', 'ENODATA', 'NOTFOUND', 'NODATA']);
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

function lookUps(resolver: Resolver): LookUps {
  async function orEmpty<T>(query: Promise<T[]>): Promise<T[] | undefined> {
    try {
      return await query;
    } catch (error) {
      return nothing.has(codeOf(error)) ? [] : undefined;
    }
  }
  return {
    async texts(name) {
      const chunks = await orEmpty(resolver.resolveTxt(name));
      return chunks?.map((parts) => parts.join('').slice(0, 1_000));
    },
    exchanges: (name) => orEmpty(resolver.resolveMx(name)),
    async exists(name) {
      try {
        await resolver.resolveTxt(name);
        return true;
      } catch (error) {
        const code = codeOf(error);
        return code === 'ENODATA' ? true : code === 'ENOTFOUND' ? false : undefined;
      }
    },
  };
}

/** The mechanism for a server in the record; undefined when its name is known inside alone. */
function mechanismOf(host: string): string | undefined {
  const name = host.toLowerCase().replace(/:\d+$/, '');
  if (isIP(name) === 4) return `ip4:${name}`;
  if (isIP(name) === 6) return `ip6:${name}`;
  if (!name.includes('.')) return undefined;
  return providers.find(([pattern]) => pattern.test(name))?.[1] ?? `a:${name}`;
}

async function checkSpf(dns: LookUps, domain: string, hosts: readonly string[]): Promise<Checked> {
  const wanted = [...new Set(hosts.flatMap((host) => mechanismOf(host) ?? []))];
  const texts = await dns.texts(domain);
  const found = texts?.filter((text) => /^v=spf1( |$)/i.test(text)) ?? [];
  const [record = ''] = found;
  const base = { kind: 'spf' as const, name: domain, found };
  const missing = wanted.filter(
    (mechanism) =>
      !record
        .toLowerCase()
        .split(/\s+/)
        .some((one) => one.replace(/^\+/, '') === mechanism),
  );
  const isSound = found.length === 1;
  // The present record with what it lacks, before its last word.
  const completed = record.replace(
    /(\s+[~?+-]?all|\s+redirect=\S+)?\s*$/i,
    (end) => `${missing.map((one) => ` ${one}`).join('')}${end.trim() ? ` ${end.trim()}` : ' ~all'}`,
  );
  // Without a known server, a record would tell receivers that none may send.
  const complete = ['v=spf1', ...wanted, '~all'].join(' ');
  const expected = isSound ? completed : wanted.length > 0 ? complete : '';
  if (!texts) return { ...base, state: 'unreachable', expected: '' };
  if (found.length === 0) return { ...base, state: 'missing', expected };
  // RFC 7208 section 4.5: with two records, none counts.
  if (found.length > 1) return { ...base, state: 'wrong', expected };
  if (/(^|\s)\+?all\s*$/i.test(record))
    return { ...base, state: 'weak', expected: expected.replace(/\s\+?all$/i, ' ~all') };
  return missing.length === 0 && wanted.length > 0
    ? { ...base, state: 'good', expected: '' }
    : { ...base, state: 'unsure', expected: missing.length > 0 ? expected : '' };
}

async function checkDkim(dns: LookUps, domain: string, selector: string): Promise<Checked> {
  const parent = `_domainkey.${domain}`;
  const selectors = selector ? [selector] : commonSelectors;
  const [hasKeys, ...answers] = await Promise.all([
    dns.exists(parent),
    ...selectors.map(async (one) => ({ name: `${one}.${parent}`, texts: await dns.texts(`${one}.${parent}`) })),
  ]);
  const keys = answers.flatMap(({ name, texts }) =>
    (texts ?? []).filter((text) => /(^|;)\s*p=/i.test(text)).map((text) => ({ name, text })),
  );
  const valid = keys.filter(({ text }) => /(^|;)\s*p=\s*[a-z0-9+/]/i.test(text));
  const base = {
    kind: 'dkim' as const,
    name: keys[0]?.name ?? (selector ? `${selector}.${parent}` : parent),
    found: keys.map(({ name, text }) => `${name.slice(0, -parent.length - 1)}: ${text}`),
    expected: '',
  };
  if (valid.length > 0) return { ...base, state: 'good' };
  // A key without a value was revoked (RFC 6376 section 3.6.1).
  if (keys.length > 0) return { ...base, state: 'wrong' };
  if (answers.some(({ texts }) => texts === undefined) || hasKeys === undefined)
    return { ...base, state: 'unreachable' };
  return { ...base, state: hasKeys && !selector ? 'unsure' : 'missing' };
}

/** A domain without a record has that of the domain above it (RFC 7489 section 6.6.3). */
async function checkDmarc(dns: LookUps, domain: string, reportsTo: string): Promise<Checked> {
  const labels = domain.split('.');
  const names = labels
    .slice(0, -1)
    .map((_label, index) => `_dmarc.${labels.slice(index).join('.')}`)
    .slice(0, 4);
  const answers = await Promise.all(names.map(async (name) => ({ name, texts: await dns.texts(name) })));
  const records = answers.map(({ name, texts }) => ({
    name,
    found: texts?.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text)),
  }));
  const own = records.find(({ found }) => found && found.length > 0);
  const expected = `v=DMARC1; p=none; rua=mailto:${reportsTo}`;
  const base = { kind: 'dmarc' as const, name: own?.name ?? names[0] ?? domain, found: own?.found ?? [] };
  if (!own) {
    const isUnreachable = records[0]?.found === undefined;
    return { ...base, state: isUnreachable ? 'unreachable' : 'missing', expected: isUnreachable ? '' : expected };
  }
  if (base.found.length > 1) return { ...base, state: 'wrong', expected };
  const policy = /(^|;)\s*p\s*=\s*(\w+)/i.exec(base.found[0] ?? '')?.[2]?.toLowerCase();
  if (policy === 'quarantine' || policy === 'reject') return { ...base, state: 'good', expected: '' };
  return policy === 'none' ? { ...base, state: 'weak', expected: '' } : { ...base, state: 'wrong', expected };
}

async function checkMx(dns: LookUps, domain: string): Promise<Checked> {
  const answers = await dns.exchanges(domain);
  const sorted = (answers ?? []).toSorted((a, b) => a.priority - b.priority);
  const base = {
    kind: 'mx' as const,
    name: domain,
    found: sorted.map(({ priority, exchange }) => `${priority} ${exchange || '.'}`),
    expected: '',
  };
  if (!answers) return { ...base, state: 'unreachable' };
  if (sorted.length === 0) return { ...base, state: 'missing' };
  // The domain takes no mail (RFC 7505).
  return { ...base, state: sorted.every(({ exchange }) => exchange === '' || exchange === '.') ? 'wrong' : 'good' };
}
