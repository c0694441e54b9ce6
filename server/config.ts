// The settings of the process: what they are called, what they default to, and one clear line for each that is wrong.
import { z } from 'zod';

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  // Not every address of PostgreSQL is one of the web: postgres://user@/name?host=/var/run/postgresql has no host.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, { error: 'must be a postgres:// address' })
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  PUBLIC_URL: httpUrl.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.string().min(3).default('Daybook <no-reply@daybook.test>'),
  DEMO: flag.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: z.string().default(''),
  MAP_STYLE_URL: httpUrl.default('https://tiles.openfreemap.org/styles/liberty'),
  MAP_LATITUDE: z.coerce.number().min(-90).max(90).default(56.9496),
  MAP_LONGITUDE: z.coerce.number().min(-180).max(180).default(24.1052),
  METRICS_TOKEN: z.string().min(16, { error: 'needs at least 16 characters' }).optional(),
  HOLD_MINUTES: z.coerce.number().int().min(1).max(1440).default(30),
  EVENT_MINUTES: z.coerce.number().int().min(5).max(480).default(15),
  REQUESTS_PER_MINUTE: z.coerce.number().int().min(0).default(600),
  BOOKINGS_PER_MINUTE: z.coerce.number().int().min(0).default(20),
});

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  databasePool: number;
  /** Where the world finds us, without a trailing slash; links in mails begin with it. Unset: known once the port is. */
  publicUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  demo: boolean;
  logLevel: string;
  /** Addresses of proxies whose forwarded headers count, or `true` for any. */
  trustProxy: string | boolean;
  map: { styleUrl: string; latitude: number; longitude: number };
  /** What `/metrics` asks for; unset: it answers this machine only. */
  metricsToken: string | undefined;
  /** How long a visitor's chosen time is held before he agreed to the mail. */
  holdMinutes: number;
  /** The length of an appointment without a service. */
  eventMinutes: number;
  /** Requests that one address may make in a minute before it must wait; 0 is no limit. */
  requestsPerMinute: number;
  /** Holds that one address may take in a minute; 0 is no limit. */
  bookingsPerMinute: number;
}

/** A wrong setting; its message is meant for the operator and names the setting. */
export class ConfigError extends Error {}

/** Reads the environment's settings; empty values count as unset. Throws `ConfigError` naming every wrong one. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`Wrong setting. ${lines.join('; ')}.`);
  }
  const values = parsed.data;
  const demo = values.DEMO ?? !values.DATABASE_URL;
  return {
    port: values.PORT,
    // Known passwords must not reach the world.
    host: values.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    demo,
    logLevel: values.LOG_LEVEL,
    trustProxy: values.TRUST_PROXY === 'true' || values.TRUST_PROXY,
    map: { styleUrl: values.MAP_STYLE_URL, latitude: values.MAP_LATITUDE, longitude: values.MAP_LONGITUDE },
    metricsToken: values.METRICS_TOKEN,
    holdMinutes: values.HOLD_MINUTES,
    eventMinutes: values.EVENT_MINUTES,
    requestsPerMinute: values.REQUESTS_PER_MINUTE,
    bookingsPerMinute: values.BOOKINGS_PER_MINUTE,
  };
}
