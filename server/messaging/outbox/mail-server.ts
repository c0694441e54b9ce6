// Determines the mail server: the operator's SMTP setting, else SMTP_URL, else none.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { Services } from '#server/lib/context.ts';
import { openSecret } from '#server/lib/secrets/secret-box.ts';

export interface MailServer {
  /** Changes whenever the server does. */
  mark: string;
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

/** The purpose that passwords of mail servers are sealed for. */
export const smtpPurpose = 'smtp';

interface Row {
  id: string;
  mark: string;
  host: string;
  port: number;
  ssl: boolean;
  timeOut: number;
  useDefaultCredentials: boolean;
  userName: string;
  password: Buffer | null;
}

/**
 * The current mail server: the default setting, else the oldest, else SMTP_URL. Undefined: mails are stored, not sent.
 */
export async function mailServerOf(services: Pick<Services, 'config'>, db: Db): Promise<MailServer | undefined> {
  const { rows } = await sql<Row>`${columns} ${inUse}`.execute(db);
  const { smtpUrl } = services.config;
  if (rows[0]) return serverOf(services, rows[0]);
  return smtpUrl === undefined ? undefined : { mark: smtpUrl, url: smtpUrl };
}

/** The host of the current mail server, without decrypting the password. Undefined: mails are stored, not sent. */
export async function mailHostOf({ config }: Pick<Services, 'config'>, db: Db): Promise<string | undefined> {
  const { rows } = await sql<Row>`${columns} ${inUse}`.execute(db);
  if (rows[0]) return `${rows[0].host}:${rows[0].port}`;
  return config.smtpUrl && new URL(config.smtpUrl).host;
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

const columns = sql`select id, id || ' ' || xmin::text as mark, host, port, ssl, time_out, use_default_credentials, user_name,
  password from smtp_settings`;

const inUse = sql`order by is_default desc, created_at, id limit 1`;

function serverOf({ config }: Pick<Services, 'config'>, row: Row): MailServer {
  const { mark, host, port, ssl, timeOut } = row;
  const own = {
    user: row.userName,
    password: row.password === null ? '' : openSecret(config, smtpPurpose, row.password),
  };
  const credentials = row.useDefaultCredentials ? credentialsOf(config.smtpUrl) : own;
  return { mark, setting: { host, port, ssl, timeOut, ...credentials, privateHosts: config.privateHosts } };
}

/** The default credentials are those of SMTP_URL. */
function credentialsOf(smtpUrl: string | undefined): { user: string; password: string } {
  const url = smtpUrl === undefined ? undefined : new URL(smtpUrl);
  return { user: decodeURIComponent(url?.username ?? ''), password: decodeURIComponent(url?.password ?? '') };
}
