// The mail servers as routes of the outbox: the operator's SMTP settings, and SMTP_URL as the last for every purpose.
import { type RawBuilder, sql } from 'kysely';
import { type Purpose, purposes } from '#contract/messaging/deliveries.ts';
import type { Db } from '#server/db/pool.ts';
import type { Config } from '#server/lib/config.ts';
import type { Services } from '#server/lib/context.ts';
import { openSecret, UnopenedSecret } from '#server/lib/secrets/secret-box.ts';
import { type Route, zeroRoute } from '#server/messaging/outbox/medium.ts';

export interface MailServer {
  /** The server of SMTP_URL, which the machine's administrator trusts. */
  url?: string;
  /** A server set in the product: reachable only on the public network or in PRIVATE_HOSTS. */
  setting?: {
    host: string;
    port: number;
    ssl: boolean;
    timeOut: number;
    user: string;
    password: string;
    privateHosts: readonly string[];
  };
}

export interface MailRoute extends Route {
  server?: MailServer;
}

/** Connections of SMTP_URL. */
const defaultConnections = 10;

/** The purpose that passwords of mail servers are sealed for. */
export const smtpPurpose = 'smtp';

interface Row {
  id: string;
  key: string;
  mark: string;
  purposes: Purpose[];
  maxConnections: number;
  perSecond: number | null;
  perHour: number | null;
  perDay: number | null;
  host: string;
  port: number;
  ssl: boolean;
  timeOut: number;
  useDefaultCredentials: boolean;
  userName: string;
  password: Buffer | null;
}

/** The default setting first, then by their order. Without any route, mails are stored, not sent. */
export async function mailRoutes(services: Pick<Services, 'config'>, db: Db): Promise<MailRoute[]> {
  const { rows } = await sql<Row>`${columns} ${preferred}`.execute(db);
  const { smtpUrl } = services.config;
  const routes = rows.map((row): MailRoute => {
    const { id, key, mark, purposes, maxConnections, perSecond, perHour, perDay } = row;
    const route = { id, name: key, mark, purposes, maxConnections, perSecond, perHour, perDay };
    try {
      return { ...route, server: serverOf(services, row) };
    } catch (error) {
      // The key of the installation does not open the password.
      if (error instanceof UnopenedSecret) return { ...route, problem: error };
      throw error;
    }
  });
  if (smtpUrl === undefined) return routes;
  return [...routes, { ...unlimited, id: zeroRoute, name: 'SMTP_URL', mark: smtpUrl, server: { url: smtpUrl } }];
}

const unlimited = { purposes, maxConnections: defaultConnections, perSecond: null, perHour: null, perDay: null };

/** Someone waits for mails of these purposes; campaigns may have no server. */
const neededPurposes = ['account', 'visit'] as const;
export type NeededPurpose = (typeof neededPurposes)[number];

/** The needed purposes that none of the routes serves: their mails are stored, not sent. */
export function unservedPurposes(routes: readonly Pick<Route, 'purposes'>[]): NeededPurpose[] {
  return neededPurposes.filter((purpose) => !routes.some(({ purposes: served }) => served.includes(purpose)));
}

/** Whether a mail server takes mails of a purpose, as SQL for the owner's role: servers belong to the installation. */
export function takesMail({ smtpUrl }: Pick<Config, 'smtpUrl'>, purpose: Purpose): RawBuilder<boolean> {
  return smtpUrl === undefined
    ? sql`exists (select from smtp_settings where ${sql.lit(purpose)} = any(purposes))`
    : sql`true`;
}

/**
 * The hosts that mails are sent through, without decrypting passwords, and the purposes that none of them serves. No
 * host: mails are stored, not sent.
 */
export async function mailHosts(
  { config }: Pick<Services, 'config'>,
  db: Db,
): Promise<{ hosts: string[]; unserved: NeededPurpose[] }> {
  const { rows } = await sql<Row>`${columns} ${preferred}`.execute(db);
  const used = rows.filter((row) => row.purposes.length > 0);
  const hosts = used.map(({ host, port }) => `${host}:${port}`);
  if (config.smtpUrl === undefined) return { hosts, unserved: unservedPurposes(used) };
  return { hosts: [...hosts, new URL(config.smtpUrl).host], unserved: [] };
}

/** The server of one setting, for a test mail; undefined for an unknown id. */
export async function mailServerById(
  services: Pick<Services, 'config'>,
  db: Db,
  id: string,
): Promise<MailServer | undefined> {
  const { rows } = await sql<Row>`${columns} where id = ${id}`.execute(db);
  return rows[0] && serverOf(services, rows[0]);
}

const columns = sql`select id, key, xmin::text as mark, purposes, max_connections, per_second, per_hour, per_day, host, port, ssl, time_out, use_default_credentials, user_name,
  password from smtp_settings`;

const preferred = sql`order by is_default desc, position, created_at, id`;

function serverOf({ config }: Pick<Services, 'config'>, row: Row): MailServer {
  const { host, port, ssl, timeOut } = row;
  const own = {
    user: row.userName,
    password: row.password === null ? '' : openSecret(config, smtpPurpose, row.password),
  };
  const credentials = row.useDefaultCredentials ? credentialsOf(config.smtpUrl) : own;
  return { setting: { host, port, ssl, timeOut, ...credentials, privateHosts: config.privateHosts } };
}

/** The default credentials are those of SMTP_URL. */
function credentialsOf(smtpUrl: string | undefined): { user: string; password: string } {
  const url = smtpUrl === undefined ? undefined : new URL(smtpUrl);
  return { user: decodeURIComponent(url?.username ?? ''), password: decodeURIComponent(url?.password ?? '') };
}
