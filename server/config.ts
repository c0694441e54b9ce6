// The settings of the process: their names, defaults, and one clear error line for the wrong ones.

import { createPrivateKey } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';
import {
  type CaptchaProvider,
  type Config,
  captchaProviders,
  type FcmSetting,
  mailFromPlaceholder,
  type S3Config,
  type SocialSetting,
} from './lib/config.ts';
import { isAddress, parseSender } from './lib/one-line.ts';

const text = z.string().trim();

/** An error with the requirement; the value is not repeated because it may be a secret. */
const mustBe = (requirement: string) => ({ error: `must be ${requirement}` });

function wholeNumber(min: number, max: number, fallback: number) {
  const error = mustBe(`a whole number from ${min} to ${max}`);
  return text
    .regex(/^\d{1,10}$/, error)
    .transform(Number)
    .refine((value) => value >= min && value <= max, error)
    .default(fallback);
}

function degrees(max: number, fallback: number) {
  const error = mustBe(`a number of degrees from -${max} to ${max}`);
  return text
    .regex(/^-?\d{1,3}(\.\d{1,12})?$/, error)
    .transform(Number)
    .refine((value) => Math.abs(value) <= max, error)
    .default(fallback);
}

function oneOf<const T extends string>(...values: T[]) {
  return z.enum(values, mustBe(`one of ${values.join(', ')}`));
}

const flag = oneOf('0', '1', 'true', 'false').transform((value) => value === '1' || value === 'true');
const httpUrl = z.url({ protocol: /^https?$/, ...mustBe('an http:// or https:// address') });

/** A setting as docs/settings.md describes it. */
export interface DescribedSetting {
  name: string;
  about: string;
  /** As Markdown; empty for none. */
  fallback: string;
}

/** Every setting, in the order of this file; `tools/make-settings.ts` prints them. */
export const describedSettings: DescribedSetting[] = [];

/** Reads one setting of the environment by its name. `fallback` describes a default that the check does not contain. */
function setting<Check extends z.ZodType>(name: string, check: Check, about: string, fallback?: string) {
  describedSettings.push({ name, about, fallback: fallback ?? defaultOf(check) });
  return z.object({ [name]: check }).transform((env) => env[name] as z.output<Check>);
}

/** The default of a check, as the environment spells it. */
function defaultOf(check: z.ZodType): string {
  if (check instanceof z.ZodPipe) return defaultOf(check.in as z.ZodType);
  const value = check instanceof z.ZodDefault ? check.def.defaultValue : '';
  return value === '' ? '' : `\`${typeof value === 'boolean' ? Number(value) : value}\``;
}

/** Parses several settings from the same environment, each under its own key. */
function together<Parts extends Record<string, z.ZodType>>(parts: Parts) {
  const perPart = (env: unknown) => Object.fromEntries(Object.keys(parts).map((key) => [key, env]));
  return z.preprocess(perPart, z.object(parts)) as unknown as z.ZodType<{ [Key in keyof Parts]: z.output<Parts[Key]> }>;
}

const host = setting(
  'HOST',
  text.regex(/^[\w.:%-]+$/, mustBe('a name or an address of this machine')).optional(),
  'address to listen on',
  '`127.0.0.1` with demo data, else `0.0.0.0`',
);
// Not a URL check: postgres://user@/name?host=/var/run/postgresql is valid and has no host.
const databaseUrl = setting(
  'DATABASE_URL',
  text.regex(/^postgres(ql)?:\/\/\S+$/, mustBe('a postgres:// address')).optional(),
  'your own PostgreSQL (15 or newer) instead of the embedded one',
);
const demo = together({
  chosen: setting(
    'DEMO',
    flag.optional(),
    'load the demo companies at the first start',
    '`1` with the embedded database, else `0`',
  ),
  databaseUrl,
}).transform((values) => values.chosen ?? !values.databaseUrl);

const s3 = together({
  bucket: setting(
    'S3_BUCKET',
    text.regex(/^[\w.-]{3,63}$/, mustBe('the name of a bucket')).optional(),
    'a bucket of an S3-compatible store for uploaded files, instead of `DATA_DIR`',
  ),
  endpoint: setting('S3_ENDPOINT', httpUrl.optional(), 'address of that store', "Amazon's"),
  region: setting(
    'S3_REGION',
    text.regex(/^[\w-]{1,40}$/, mustBe('a region such as eu-central-1')).default('us-east-1'),
    'region of that store',
  ),
  accessKeyId: setting(
    'S3_ACCESS_KEY_ID',
    text.optional(),
    'credentials for that store, with `S3_SECRET_ACCESS_KEY`',
    'what the machine may use',
  ),
  secretAccessKey: setting(
    'S3_SECRET_ACCESS_KEY',
    text.optional(),
    'credentials for that store, with `S3_ACCESS_KEY_ID`',
    'what the machine may use',
  ),
  prefix: setting(
    'S3_PREFIX',
    text.regex(/^[\w./-]{0,100}$/, mustBe('letters, digits and slashes')).default(''),
    'begins every key in that store',
  ),
}).transform(({ bucket, accessKeyId, secretAccessKey, ...others }, context): S3Config | undefined => {
  if (!bucket) return undefined;
  if (!accessKeyId !== !secretAccessKey) {
    return refuse(context, 'S3_ACCESS_KEY_ID', 'and S3_SECRET_ACCESS_KEY belong together');
  }
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
  return { bucket, credentials, ...others };
});

/** The file that the console of Firebase creates for a service account, as one line. */
const serviceAccount = z.object({
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key: z.string().refine(isPrivateKey),
  token_uri: httpUrl.default('https://oauth2.googleapis.com/token'),
});
const fcm = together({
  account: setting(
    'FCM_SERVICE_ACCOUNT',
    text.optional(),
    'JSON of a Firebase service account: push to applications that register a plain token; without it such a token is 417',
  ),
  url: setting('FCM_URL', httpUrl.default('https://fcm.googleapis.com'), 'address of the service of Firebase'),
}).transform(({ account, url }, context): FcmSetting | undefined => {
  if (!account) return undefined;
  const { data } = serviceAccount.safeParse(parseJson(account));
  if (!data) return refuse(context, 'FCM_SERVICE_ACCOUNT', 'must be the JSON of a service account');
  const { project_id: projectId, client_email: clientEmail, private_key: privateKey, token_uri: tokenUri } = data;
  return { projectId, clientEmail, privateKey, tokenUri, url: url.replace(/\/$/, '') };
});

/** A site is enabled when its client id is set. */
function site(title: 'Google' | 'LinkedIn' | 'Facebook', defaultIssuer: string) {
  const name = title.toUpperCase();
  return together({
    clientId: setting(
      `${name}_CLIENT_ID`,
      text.optional(),
      `sign-in with ${title}; allow the address \`{PUBLIC_URL}/api/user/social/${name.toLowerCase()}/callback\` there`,
    ),
    clientSecret: setting(`${name}_CLIENT_SECRET`, text.optional(), `secret of the client at ${title}`),
    issuer: setting(`${name}_ISSUER`, httpUrl.default(defaultIssuer), `OpenID Connect issuer of ${title}`),
  }).transform(({ clientId, clientSecret, issuer }, context): SocialSetting | undefined => {
    if (!clientId !== !clientSecret) {
      return refuse(context, `${name}_CLIENT_ID`, `and ${name}_CLIENT_SECRET belong together`);
    }
    return clientId && clientSecret ? { clientId, clientSecret, issuer } : undefined;
  });
}

/** The addresses at which the services verify answers, unless CAPTCHA_URL is set. */
const captchaUrls: Record<CaptchaProvider, string | undefined> = {
  altcha: undefined,
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
};

const captcha = together({
  provider: setting(
    'CAPTCHA',
    oneOf(...captchaProviders).default('altcha'),
    'captcha for signing up: `altcha` (our own), `turnstile`, `hcaptcha` or `recaptcha`; all but the first need `CAPTCHA_SITE_KEY` and `CAPTCHA_SECRET`',
  ),
  siteKey: setting('CAPTCHA_SITE_KEY', text.optional(), 'public key of the captcha service'),
  secret: setting('CAPTCHA_SECRET', text.optional(), 'secret of the captcha service'),
  verifyUrl: setting(
    'CAPTCHA_URL',
    httpUrl.optional(),
    'address at which the captcha service verifies answers',
    "the service's own",
  ),
}).transform((values, context): Config['captcha'] => {
  const { provider, siteKey, secret } = values;
  if (provider !== 'altcha' && !(siteKey && secret)) {
    return refuse(context, 'CAPTCHA', `${provider} needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET`);
  }
  return { ...values, verifyUrl: values.verifyUrl ?? captchaUrls[provider] };
});

/** All of `Config`: each setting with its place there, its name in the environment, its check and its default. */
const config = together({
  port: setting('PORT', wholeNumber(0, 65_535, 3000), 'port to listen on'),
  // Accounts with published passwords must not be reachable from outside.
  host: together({ host, demo }).transform((values) => values.host ?? (values.demo ? '127.0.0.1' : '0.0.0.0')),
  isHostSet: host.transform((value) => value !== undefined),
  dataDir: setting('DATA_DIR', z.string().default('./data'), 'the embedded database and uploaded files'),
  databaseUrl,
  databasePool: setting(
    'DATABASE_POOL',
    wholeNumber(2, 200, 10),
    'maximum connections for changes, and as many for reads; imports use up to two more',
  ),
  publicUrl: setting(
    'PUBLIC_URL',
    httpUrl
      .refine(isOrigin, mustBe('an address without a path, such as https://book.example.org'))
      .transform((value) => new URL(value).origin)
      .optional(),
    'public address of the installation; links in mails begin with it. With `https:` cookies are bound to the host and HSTS is sent. When set, changes are accepted only from pages at this address',
    '`http://localhost:PORT`',
  ),
  smtpUrl: setting(
    'SMTP_URL',
    z.url({ protocol: /^smtps?$/, ...mustBe('an smtp:// or smtps:// address') }).optional(),
    'mail server, such as `smtps://user:secret@mail.example.org`; without one mail is stored, not sent',
  ),
  mailFrom: setting(
    'MAIL_FROM',
    text
      .refine(
        (value) => isAddress(parseSender(value).address),
        mustBe('a sender such as Salon Rosa <rosa@example.org>'),
      )
      .default(mailFromPlaceholder),
    'sender of mails',
  ),
  vapidSubject: setting(
    'VAPID_SUBJECT',
    text.regex(/^(https:\/\/\S+|mailto:\S+@\S+)$/, mustBe('an https:// or mailto: address')).optional(),
    'where push services reach you: an `https:` or `mailto:` address',
    '`PUBLIC_URL`, or `MAIL_FROM`',
  ),
  fcm,
  secretKey: setting(
    'SECRET_KEY',
    z.string().min(32, mustBe('at least 32 characters long')).optional(),
    'at least 32 characters, the key that encrypts passwords of mail servers; the same for all processes',
    '`secret.key` in `DATA_DIR`',
  ),
  social: together({
    google: site('Google', 'https://accounts.google.com'),
    linkedin: site('LinkedIn', 'https://www.linkedin.com/oauth'),
    facebook: site('Facebook', 'https://www.facebook.com'),
  }),
  requireSecondFactorForSys: setting(
    'REQUIRE_SECOND_FACTOR_FOR_SYS',
    flag.default(false),
    '`1`: operators must set up a second factor or a passkey before anything else',
  ),
  privateHosts: setting(
    'PRIVATE_HOSTS',
    text
      .refine(areHosts, mustBe('hosts, addresses or ranges (10.0.0.0/8) with commas between'))
      .default('')
      .transform(listOf),
    'hosts, addresses and ranges of your own network that mail servers set in the product may use (`mail, 10.0.0.0/8`)',
  ),
  dnsServers: setting(
    'DNS_SERVERS',
    text
      .refine(areNameServers, mustBe('addresses of name servers (192.0.2.53, [2001:db8::1]:5353) with commas between'))
      .default('')
      .transform(listOf),
    'addresses of name servers that the check of sender domains asks, with commas between',
    'those of the system',
  ),
  demo,
  logLevel: setting(
    'LOG_LEVEL',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
    '`fatal` `error` `warn` `info` `debug` `trace` `silent`; logs are JSON lines',
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    text
      .refine(areProxies, mustBe('true, false, or addresses of proxies (10.0.0.0/8, loopback) with commas between'))
      .default('false')
      .transform((value) => (/^(true|false)$/.test(value) ? value === 'true' : value)),
    'addresses of proxies whose forwarded headers are trusted (`10.0.0.0/8, loopback`), or `true` for any',
  ),
  map: together({
    styleUrl: setting(
      'MAP_STYLE_URL',
      httpUrl.default('https://tiles.openfreemap.org/styles/liberty'),
      'MapLibre style of the map; if it is unreachable, a bundled atlas is shown',
    ),
    tiles: setting(
      'MAP_TILES',
      text.regex(/\.pmtiles$/i, mustBe('the path of a .pmtiles file')).optional(),
      'a `.pmtiles` file with a street map of your region (layers of the [Protomaps basemap](https://docs.protomaps.com/basemaps/downloads)), used instead of `MAP_STYLE_URL`; works without internet',
    ),
    latitude: setting('MAP_LATITUDE', degrees(90, 56.9496), 'initial centre of the map, in degrees'),
    longitude: setting('MAP_LONGITUDE', degrees(180, 24.1052), 'initial centre of the map, in degrees'),
    isChosen: z
      .custom<NodeJS.ProcessEnv>()
      .transform(({ MAP_LATITUDE, MAP_LONGITUDE }) => Boolean(MAP_LATITUDE || MAP_LONGITUDE)),
  }),
  geocoder: together({
    kind: setting(
      'GEOCODER',
      oneOf('bundled', 'nominatim', 'photon').default('bundled'),
      'geocoder for people who are signed in: `bundled` (cities, offline), `nominatim` or `photon`',
    ),
    url: setting(
      'GEOCODER_URL',
      httpUrl.optional(),
      "your own Nominatim or Photon; public instances get few requests, Nominatim's only for whole addresses",
      'the public instance of that kind',
    ),
  }),
  logDays: setting(
    'LOG_DAYS',
    wholeNumber(1, 3650, 90),
    'retention of the system logs (warnings, errors, starts and stops) and of attempts to send messages, in days',
  ),
  messageDays: setting(
    'MESSAGE_DAYS',
    wholeNumber(1, 3650, 180),
    'days after which the contents of sent e-mails are emptied; who got which, and when, stays',
  ),
  auditDays: setting(
    'AUDIT_DAYS',
    wholeNumber(1, 3650, 365),
    'retention of the user audit and the data audit, in days',
  ),
  s3,
  metricsToken: setting(
    'METRICS_TOKEN',
    text.min(16, mustBe('at least 16 characters long')).optional(),
    'bearer token for `/metrics`, at least 16 characters; without one only this machine may read it',
  ),
  holdMinutes: setting(
    'HOLD_MINUTES',
    wholeNumber(1, 1440, 30),
    "minutes that a visitor's time is held before they confirm",
  ),
  restoreMaxMegabytes: setting(
    'RESTORE_MAX_MEGABYTES',
    wholeNumber(1, 1_000_000, 4096),
    'largest archive of a company that an operator can upload to restore it, in MB',
  ),
  undoSeconds: setting(
    'UNDO_SECONDS',
    wholeNumber(0, 600, 30),
    'how long staff can undo a change to an appointment before the customer gets the e-mail, in seconds',
  ),
  eventMinutes: setting(
    'EVENT_MINUTES',
    wholeNumber(5, 480, 15),
    'length of an appointment without a service, in minutes',
  ),
  captcha,
  maxDelayMs: setting(
    'MAX_DELAY_MS',
    wholeNumber(0, 3_600_000, 2_000),
    'maximum event loop delay before new requests get 503, in milliseconds; `0` means no limit',
  ),
  sessionMemoryMs: setting(
    'SESSION_MEMORY_MS',
    wholeNumber(0, 1_000, 1_000),
    'how long a process caches a session, at most 1000 ms; a change clears the cache at once; `0` turns it off',
  ),
  requestsPerMinute: setting(
    'REQUESTS_PER_MINUTE',
    wholeNumber(0, 1_000_000_000, 600),
    'requests of one address per minute; `0` means no limit',
  ),
  mailsPerDay: setting(
    'MAILS_PER_DAY',
    wholeNumber(1, 1_000_000_000, 20_000),
    'mails about appointments that one company sends its customers in 24 hours',
  ),
  campaignMailsFirstDay: setting(
    'CAMPAIGN_MAILS_FIRST_DAY',
    wholeNumber(0, 1_000_000, 200),
    'mails of campaigns that a newly registered company sends in 24 hours; its limit grows with what is delivered',
  ),
  bookingsPerMinute: setting(
    'BOOKINGS_PER_MINUTE',
    wholeNumber(0, 1_000_000_000, 20),
    'holds of one visitor per minute; `0` lifts all limits of visitors (not those that protect recipients of mail)',
  ),
} satisfies { [Key in keyof Config]: z.ZodType<Config[Key]> });

/** An invalid setting. The message is for the operator and names the setting. */
export class ConfigError extends Error {}

/**
 * Reads the environment's settings; empty values count as unset. Throws `ConfigError` with one line that names every
 * wrong setting.
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = config.safeParse(nonEmpty);
  if (parsed.success) return parsed.data;
  // A path ends with the name of the setting. A setting used in several places is reported once.
  const wrong = new Map(parsed.error.issues.map(({ path, message }) => [path.at(-1), message]));
  const lines = [...wrong].map(([name, message]) => `${String(name)} ${message}`);
  throw new ConfigError(`Wrong setting${lines.length > 1 ? 's' : ''}: ${lines.join('; ')}.`);
}

function refuse(context: z.RefinementCtx, name: string, message: string): never {
  context.addIssue({ code: 'custom', path: [name], message });
  return z.NEVER;
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

function isOrigin(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && [url.username, url.search, url.hash].every((part) => part === '') && url.pathname === '/';
}

function listOf(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function areNameServers(value: string): boolean {
  return listOf(value).every((part) => {
    const [, bracketed, bare = ''] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([^:]+)(?::\d{1,5})?)$/.exec(part) ?? [];
    return isIP(bracketed ?? bare) !== 0;
  });
}

function areHosts(value: string): boolean {
  return listOf(value).every((part) => {
    const [host = '', bits, rest] = part.split('/');
    if (rest !== undefined) return false;
    const maxPrefix = { 0: 0, 4: 32, 6: 128 }[isIP(host)] ?? 0;
    if (maxPrefix === 0) return bits === undefined && /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host);
    return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= maxPrefix);
  });
}

/** Applies the rules of `proxy-addr`, which would not throw until the server is built. */
function areProxies(value: string): boolean {
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
