// The settings of the process: their names, defaults, and one clear error line for the wrong ones.

import { createPrivateKey } from 'node:crypto';
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
import { areHosts, areNameServers, areProxies, isOrigin, listOf } from './lib/settings/addresses.ts';
import { databaseAddresses, databasePool, databaseUrl } from './lib/settings/database.ts';
import { paymentSettings } from './lib/settings/payments.ts';
import {
  degrees,
  envSetting,
  flag,
  httpUrl,
  mustBe,
  oneOf,
  refuseSetting,
  together,
  trimmed,
  wholeNumber,
} from './lib/settings/setting.ts';

const host = envSetting(
  'HOST',
  trimmed.regex(/^[\w.:%-]+$/, mustBe('a name or an address of this machine')).optional(),
  'address to listen on',
  '`127.0.0.1` with demo data, else `0.0.0.0`',
);
const demo = together({
  chosen: envSetting(
    'DEMO',
    flag.optional(),
    'load the demo companies at the first start',
    '`1` with the embedded database, else `0`',
  ),
  databaseUrl,
}).transform((values) => values.chosen ?? !values.databaseUrl);

const s3 = together({
  bucket: envSetting(
    'S3_BUCKET',
    trimmed.regex(/^[\w.-]{3,63}$/, mustBe('the name of a bucket')).optional(),
    'a bucket of an S3-compatible store for uploaded files, instead of `DATA_DIR`',
  ),
  endpoint: envSetting('S3_ENDPOINT', httpUrl.optional(), 'address of that store', "Amazon's"),
  region: envSetting(
    'S3_REGION',
    trimmed.regex(/^[\w-]{1,40}$/, mustBe('a region such as eu-central-1')).default('us-east-1'),
    'region of that store',
  ),
  accessKeyId: envSetting(
    'S3_ACCESS_KEY_ID',
    trimmed.optional(),
    'credentials for that store, with `S3_SECRET_ACCESS_KEY`',
    'what the machine may use',
  ),
  secretAccessKey: envSetting(
    'S3_SECRET_ACCESS_KEY',
    trimmed.optional(),
    'credentials for that store, with `S3_ACCESS_KEY_ID`',
    'what the machine may use',
  ),
  prefix: envSetting(
    'S3_PREFIX',
    trimmed.regex(/^[\w./-]{0,100}$/, mustBe('letters, digits and slashes')).default(''),
    'begins every key in that store',
  ),
}).transform(({ bucket, accessKeyId, secretAccessKey, ...others }, context): S3Config | undefined => {
  if (!bucket) return undefined;
  if (!accessKeyId !== !secretAccessKey) {
    return refuseSetting(context, 'S3_ACCESS_KEY_ID', 'and S3_SECRET_ACCESS_KEY belong together');
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
  account: envSetting(
    'FCM_SERVICE_ACCOUNT',
    trimmed.optional(),
    'JSON of a Firebase service account: push to applications that register a plain token; without it such a token is 417',
  ),
  url: envSetting('FCM_URL', httpUrl.default('https://fcm.googleapis.com'), 'address of the service of Firebase'),
}).transform(({ account, url }, context): FcmSetting | undefined => {
  if (!account) return undefined;
  const { data } = serviceAccount.safeParse(parseJson(account));
  if (!data) return refuseSetting(context, 'FCM_SERVICE_ACCOUNT', 'must be the JSON of a service account');
  const { project_id: projectId, client_email: clientEmail, private_key: privateKey, token_uri: tokenUri } = data;
  return { projectId, clientEmail, privateKey, tokenUri, url: url.replace(/\/$/, '') };
});

/** A site is enabled when its client id is set. */
function site(title: 'Google' | 'LinkedIn' | 'Facebook', defaultIssuer: string) {
  const name = title.toUpperCase();
  return together({
    clientId: envSetting(
      `${name}_CLIENT_ID`,
      trimmed.optional(),
      `sign-in with ${title}; allow the address \`{PUBLIC_URL}/api/user/social/${name.toLowerCase()}/callback\` there`,
    ),
    clientSecret: envSetting(`${name}_CLIENT_SECRET`, trimmed.optional(), `secret of the client at ${title}`),
    issuer: envSetting(`${name}_ISSUER`, httpUrl.default(defaultIssuer), `OpenID Connect issuer of ${title}`),
  }).transform(({ clientId, clientSecret, issuer }, context): SocialSetting | undefined => {
    if (!clientId !== !clientSecret) {
      return refuseSetting(context, `${name}_CLIENT_ID`, `and ${name}_CLIENT_SECRET belong together`);
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
  provider: envSetting(
    'CAPTCHA',
    oneOf(...captchaProviders).default('altcha'),
    'captcha for signing up: `altcha` (our own), `turnstile`, `hcaptcha` or `recaptcha`; all but the first need `CAPTCHA_SITE_KEY` and `CAPTCHA_SECRET`',
  ),
  siteKey: envSetting('CAPTCHA_SITE_KEY', trimmed.optional(), 'public key of the captcha service'),
  secret: envSetting('CAPTCHA_SECRET', trimmed.optional(), 'secret of the captcha service'),
  verifyUrl: envSetting(
    'CAPTCHA_URL',
    httpUrl.optional(),
    'address at which the captcha service verifies answers',
    "the service's own",
  ),
}).transform((values, context): Config['captcha'] => {
  const { provider, siteKey, secret } = values;
  if (provider !== 'altcha' && !(siteKey && secret)) {
    return refuseSetting(context, 'CAPTCHA', `${provider} needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET`);
  }
  return { ...values, verifyUrl: values.verifyUrl ?? captchaUrls[provider] };
});

/** All of `Config`: each setting with its place there, its name in the environment, its check and its default. */
const config = together({
  port: envSetting('PORT', wholeNumber(0, 65_535, 3000), 'port to listen on'),
  // Accounts with published passwords must not be reachable from outside.
  host: together({ host, demo }).transform((values) => values.host ?? (values.demo ? '127.0.0.1' : '0.0.0.0')),
  isHostSet: host.transform((value) => value !== undefined),
  dataDir: envSetting('DATA_DIR', z.string().default('./data'), 'the embedded database and uploaded files'),
  databaseUrl,
  databasePool,
  databaseAddresses,
  publicUrl: envSetting(
    'PUBLIC_URL',
    httpUrl
      .refine(isOrigin, mustBe('an address without a path, such as https://book.example.org'))
      .transform((value) => new URL(value).origin)
      .optional(),
    'public address of the installation; links in mails begin with it. With `https:` cookies are bound to the host and HSTS is sent. When set, changes are accepted only from pages at this address',
    '`http://localhost:PORT`',
  ),
  smtpUrl: envSetting(
    'SMTP_URL',
    z.url({ protocol: /^smtps?$/, ...mustBe('an smtp:// or smtps:// address') }).optional(),
    'mail server, such as `smtps://user:secret@mail.example.org`; without one mail is stored, not sent',
  ),
  mailFrom: envSetting(
    'MAIL_FROM',
    trimmed
      .refine(
        (value) => isAddress(parseSender(value).address),
        mustBe('a sender such as Salon Rosa <rosa@example.org>'),
      )
      .default(mailFromPlaceholder),
    'sender of mails',
  ),
  vapidSubject: envSetting(
    'VAPID_SUBJECT',
    trimmed.regex(/^(https:\/\/\S+|mailto:\S+@\S+)$/, mustBe('an https:// or mailto: address')).optional(),
    'where push services reach you: an `https:` or `mailto:` address',
    '`PUBLIC_URL`, or `MAIL_FROM`',
  ),
  fcm,
  secretKey: envSetting(
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
  requireSecondFactorForSys: envSetting(
    'REQUIRE_SECOND_FACTOR_FOR_SYS',
    flag.default(false),
    '`1`: operators must set up a second factor or a passkey before anything else',
  ),
  privateHosts: envSetting(
    'PRIVATE_HOSTS',
    trimmed
      .refine(areHosts, mustBe('hosts, addresses or ranges (10.0.0.0/8) with commas between'))
      .default('')
      .transform(listOf),
    'hosts, addresses and ranges of your own network that mail servers set in the product may use (`mail, 10.0.0.0/8`)',
  ),
  dnsServers: envSetting(
    'DNS_SERVERS',
    trimmed
      .refine(areNameServers, mustBe('addresses of name servers (192.0.2.53, [2001:db8::1]:5353) with commas between'))
      .default('')
      .transform(listOf),
    'addresses of name servers that the check of sender domains asks, with commas between',
    'those of the system',
  ),
  demo,
  logLevel: envSetting(
    'LOG_LEVEL',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
    '`fatal` `error` `warn` `info` `debug` `trace` `silent`; logs are JSON lines',
  ),
  trustProxy: envSetting(
    'TRUST_PROXY',
    trimmed
      .refine(areProxies, mustBe('true, false, or addresses of proxies (10.0.0.0/8, loopback) with commas between'))
      .default('false')
      .transform((value) => (/^(true|false)$/.test(value) ? value === 'true' : value)),
    'addresses of proxies whose forwarded headers are trusted (`10.0.0.0/8, loopback`), or `true` for any',
  ),
  map: together({
    styleUrl: envSetting(
      'MAP_STYLE_URL',
      httpUrl.default('https://tiles.openfreemap.org/styles/liberty'),
      'MapLibre style of the map; if it is unreachable, a bundled atlas is shown',
    ),
    tiles: envSetting(
      'MAP_TILES',
      trimmed.regex(/\.pmtiles$/i, mustBe('the path of a .pmtiles file')).optional(),
      'a `.pmtiles` file with a street map of your region (layers of the [Protomaps basemap](https://docs.protomaps.com/basemaps/downloads)), used instead of `MAP_STYLE_URL`; works without internet',
    ),
    latitude: envSetting('MAP_LATITUDE', degrees(90, 56.9496), 'initial centre of the map, in degrees'),
    longitude: envSetting('MAP_LONGITUDE', degrees(180, 24.1052), 'initial centre of the map, in degrees'),
    isChosen: z
      .custom<NodeJS.ProcessEnv>()
      .transform(({ MAP_LATITUDE, MAP_LONGITUDE }) => Boolean(MAP_LATITUDE || MAP_LONGITUDE)),
  }),
  geocoder: together({
    kind: envSetting(
      'GEOCODER',
      oneOf('bundled', 'nominatim', 'photon').default('bundled'),
      'geocoder for people who are signed in: `bundled` (cities, offline), `nominatim` or `photon`',
    ),
    url: envSetting(
      'GEOCODER_URL',
      httpUrl.optional(),
      "your own Nominatim or Photon; public instances get few requests, Nominatim's only for whole addresses",
      'the public instance of that kind',
    ),
  }),
  logDays: envSetting(
    'LOG_DAYS',
    wholeNumber(1, 3650, 90),
    'retention of the system logs (warnings, errors, starts and stops) and of attempts to send messages, in days',
  ),
  messageDays: envSetting(
    'MESSAGE_DAYS',
    wholeNumber(1, 3650, 180),
    'days after which the contents of sent e-mails are emptied; who got which, and when, stays',
  ),
  auditDays: envSetting(
    'AUDIT_DAYS',
    wholeNumber(1, 3650, 365),
    'retention of the user audit and the data audit, in days',
  ),
  s3,
  metricsToken: envSetting(
    'METRICS_TOKEN',
    trimmed.min(16, mustBe('at least 16 characters long')).optional(),
    'bearer token for `/metrics`, at least 16 characters; without one only this machine may read it',
  ),
  holdMinutes: envSetting(
    'HOLD_MINUTES',
    wholeNumber(1, 1440, 30),
    "minutes that a visitor's time is held before they confirm",
  ),
  restoreMaxMegabytes: envSetting(
    'RESTORE_MAX_MEGABYTES',
    wholeNumber(1, 1_000_000, 4096),
    'largest archive of a company that an operator can upload to restore it, in MB',
  ),
  undoSeconds: envSetting(
    'UNDO_SECONDS',
    wholeNumber(0, 600, 30),
    'how long staff can undo a change to an appointment before the customer gets the e-mail, in seconds',
  ),
  eventMinutes: envSetting(
    'EVENT_MINUTES',
    wholeNumber(5, 480, 15),
    'length of an appointment without a service, in minutes',
  ),
  captcha,
  payments: paymentSettings,
  maxDelayMs: envSetting(
    'MAX_DELAY_MS',
    wholeNumber(0, 3_600_000, 2_000),
    'maximum event loop delay before new requests get 503, in milliseconds; `0` means no limit',
  ),
  sessionMemoryMs: envSetting(
    'SESSION_MEMORY_MS',
    wholeNumber(0, 1_000, 1_000),
    'how long a process caches a session, at most 1000 ms; a change clears the cache at once; `0` turns it off',
  ),
  requestsPerMinute: envSetting(
    'REQUESTS_PER_MINUTE',
    wholeNumber(0, 1_000_000_000, 600),
    'requests of one address per minute; `0` means no limit',
  ),
  mailsPerDay: envSetting(
    'MAILS_PER_DAY',
    wholeNumber(1, 1_000_000_000, 20_000),
    'mails about appointments that one company sends its customers in 24 hours',
  ),
  campaignMailsFirstDay: envSetting(
    'CAMPAIGN_MAILS_FIRST_DAY',
    wholeNumber(0, 1_000_000, 200),
    'mails of campaigns that a newly registered company sends in 24 hours; its limit grows with what is delivered',
  ),
  bookingsPerMinute: envSetting(
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
