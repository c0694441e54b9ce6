// The settings of the process: their names, defaults, and one clear error line for the wrong ones.
import { isIP } from 'node:net';
import { z } from 'zod';
import { type CaptchaProvider, type Config, captchaProviders, type S3Config } from './lib/config.ts';
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

const schema = z.object({
  PORT: wholeNumber(0, 65_535, 3000),
  HOST: text.regex(/^[\w.:%-]+$/, mustBe('a name or an address of this machine')).optional(),
  DATA_DIR: z.string().default('./data'),
  // Not every PostgreSQL address is a valid URL: postgres://user@/name?host=/var/run/postgresql has no host.
  DATABASE_URL: text.regex(/^postgres(ql)?:\/\/\S+$/, mustBe('a postgres:// address')).optional(),
  DATABASE_POOL: wholeNumber(2, 200, 10),
  PUBLIC_URL: httpUrl
    .refine(isOrigin, mustBe('an address without a path, such as https://book.example.org'))
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, ...mustBe('an smtp:// or smtps:// address') }).optional(),
  MAIL_FROM: text
    .refine((value) => isAddress(parseSender(value).address), mustBe('a sender such as Salon Rosa <rosa@example.org>'))
    .default('Daybook <no-reply@daybook.test>'),
  SECRET_KEY: z.string().min(32, mustBe('at least 32 characters long')).optional(),
  PRIVATE_HOSTS: text
    .refine(areHosts, mustBe('hosts, addresses or ranges (10.0.0.0/8) with commas between'))
    .default(''),
  DEMO: flag.optional(),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  TRUST_PROXY: text
    .refine(areProxies, mustBe('true, false, or addresses of proxies (10.0.0.0/8, loopback) with commas between'))
    .default('false'),
  MAP_STYLE_URL: httpUrl.default('https://tiles.openfreemap.org/styles/liberty'),
  MAP_LATITUDE: degrees(90, 56.9496),
  MAP_LONGITUDE: degrees(180, 24.1052),
  GEOCODER: oneOf('bundled', 'nominatim', 'photon').default('bundled'),
  GEOCODER_URL: httpUrl.optional(),
  LOG_DAYS: wholeNumber(1, 3650, 90),
  AUDIT_DAYS: wholeNumber(1, 3650, 365),
  METRICS_TOKEN: text.min(16, mustBe('at least 16 characters long')).optional(),
  S3_BUCKET: text.regex(/^[\w.-]{3,63}$/, mustBe('the name of a bucket')).optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: text.regex(/^[\w-]{1,40}$/, mustBe('a region such as eu-central-1')).default('us-east-1'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  S3_PREFIX: text.regex(/^[\w./-]{0,100}$/, mustBe('letters, digits and slashes')).default(''),
  REQUIRE_SECOND_FACTOR_FOR_SYS: flag.default(false),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  GOOGLE_ISSUER: httpUrl.default('https://accounts.google.com'),
  LINKEDIN_CLIENT_ID: text.optional(),
  LINKEDIN_CLIENT_SECRET: text.optional(),
  LINKEDIN_ISSUER: httpUrl.default('https://www.linkedin.com/oauth'),
  FACEBOOK_CLIENT_ID: text.optional(),
  FACEBOOK_CLIENT_SECRET: text.optional(),
  FACEBOOK_ISSUER: httpUrl.default('https://www.facebook.com'),
  HOLD_MINUTES: wholeNumber(1, 1440, 30),
  EVENT_MINUTES: wholeNumber(5, 480, 15),
  CAPTCHA: oneOf(...captchaProviders).default('altcha'),
  CAPTCHA_SITE_KEY: text.optional(),
  CAPTCHA_SECRET: text.optional(),
  CAPTCHA_URL: httpUrl.optional(),
  MAX_DELAY_MS: wholeNumber(0, 3_600_000, 2_000),
  SESSION_MEMORY_MS: wholeNumber(0, 1_000, 1_000),
  REQUESTS_PER_MINUTE: wholeNumber(0, 1_000_000_000, 600),
  BOOKINGS_PER_MINUTE: wholeNumber(0, 1_000_000_000, 20),
});

/** Where the services verify an answer, unless CAPTCHA_URL is set. */
const captchaUrls: Record<CaptchaProvider, string | undefined> = {
  altcha: undefined,
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
};

/** A wrong setting; its message is for the operator and names the setting. */
export class ConfigError extends Error {}

/**
 * Reads the environment's settings; empty values count as unset. Throws `ConfigError` with one line that names every
 * wrong setting.
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = schema.safeParse(nonEmpty);
  if (!parsed.success) {
    const wrong = new Map(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]));
    const lines = [...wrong].map(([name, message]) => `${name} ${message}`);
    throw new ConfigError(`Wrong setting${lines.length > 1 ? 's' : ''}: ${lines.join('; ')}.`);
  }
  const values = parsed.data;
  if (values.CAPTCHA !== 'altcha' && !(values.CAPTCHA_SITE_KEY && values.CAPTCHA_SECRET)) {
    throw new ConfigError(`Wrong setting: CAPTCHA ${values.CAPTCHA} needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET.`);
  }
  const demo = values.DEMO ?? !values.DATABASE_URL;
  return {
    port: values.PORT,
    // The demo has public passwords.
    host: values.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    isHostSet: values.HOST !== undefined,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    publicUrl: values.PUBLIC_URL && new URL(values.PUBLIC_URL).origin,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    secretKey: values.SECRET_KEY,
    social: readSocial(values),
    requireSecondFactorForSys: values.REQUIRE_SECOND_FACTOR_FOR_SYS,
    privateHosts: listOf(values.PRIVATE_HOSTS),
    demo,
    logLevel: values.LOG_LEVEL,
    trustProxy: /^(true|false)$/.test(values.TRUST_PROXY) ? values.TRUST_PROXY === 'true' : values.TRUST_PROXY,
    map: { styleUrl: values.MAP_STYLE_URL, latitude: values.MAP_LATITUDE, longitude: values.MAP_LONGITUDE },
    geocoder: { kind: values.GEOCODER, url: values.GEOCODER_URL },
    logDays: values.LOG_DAYS,
    auditDays: values.AUDIT_DAYS,
    s3: s3Of(values),
    metricsToken: values.METRICS_TOKEN,
    holdMinutes: values.HOLD_MINUTES,
    eventMinutes: values.EVENT_MINUTES,
    captcha: {
      provider: values.CAPTCHA,
      siteKey: values.CAPTCHA_SITE_KEY,
      secret: values.CAPTCHA_SECRET,
      verifyUrl: values.CAPTCHA_URL ?? captchaUrls[values.CAPTCHA],
    },
    maxDelayMs: values.MAX_DELAY_MS,
    sessionMemoryMs: values.SESSION_MEMORY_MS,
    requestsPerMinute: values.REQUESTS_PER_MINUTE,
    bookingsPerMinute: values.BOOKINGS_PER_MINUTE,
  };
}

function s3Of(values: z.output<typeof schema>): S3Config | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (!bucket) return undefined;
  if (!accessKeyId !== !secretAccessKey) {
    throw new ConfigError('Wrong setting: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together.');
  }
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
  return { bucket, endpoint: values.S3_ENDPOINT, region: values.S3_REGION, credentials, prefix: values.S3_PREFIX };
}

/** A site is enabled when its client id is set. */
function readSocial(values: z.output<typeof schema>): Config['social'] {
  const on = (['google', 'linkedin', 'facebook'] as const).flatMap((site) => {
    const name = site.toUpperCase() as Uppercase<typeof site>;
    const [clientId, clientSecret] = [values[`${name}_CLIENT_ID`], values[`${name}_CLIENT_SECRET`]];
    if (!clientId !== !clientSecret) {
      throw new ConfigError(`Wrong setting: ${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together.`);
    }
    return clientId && clientSecret
      ? [[site, { clientId, clientSecret, issuer: values[`${name}_ISSUER`] }] as const]
      : [];
  });
  return Object.fromEntries(on);
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

function areHosts(value: string): boolean {
  return listOf(value).every((part) => {
    const [host = '', bits, rest] = part.split('/');
    if (rest !== undefined) return false;
    const maxPrefix = { 0: 0, 4: 32, 6: 128 }[isIP(host)] ?? 0;
    if (maxPrefix === 0) return bits === undefined && /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host);
    return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= maxPrefix);
  });
}

/** By the rules of `proxy-addr`, which would throw only when the server is built. */
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
