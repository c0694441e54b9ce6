// Which mail server is used: the operator's SMTP setting, else SMTP_URL, else none.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { Services } from '#server/lib/context.ts';
import { openSecret } from '#server/lib/secrets/secret-box.ts';

export interface MailServer {
  /** Changes whenever the server does. */
  mark: string;
  /** The server of SMTP_URL, which the operator of the machine vouches for. */
  url?: string;
  /** A server set in the product: reached only where PRIVATE_HOSTS and the public network allow. */
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

/** What the passwords of mail servers are sealed for. */
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

/** The server that mails go to now: the default setting, else the oldest, else SMTP_URL; undefined: mails are kept. */
export async function mailServerOf(services: Pick<Services, 'config'>, db: Db): Promise<MailServer | undefined> {
  const { rows } = await sql<Row>`${columns} ${inUse}`.execute(db);
  const { smtpUrl } = services.config;
  if (rows[0]) return serverOf(services, rows[0]);
  return smtpUrl === undefined ? undefined : { mark: smtpUrl, url: smtpUrl };
}

/** Where mails go now, without opening the password; undefined: they are kept. */
export async function mailHostOf({ config }: Pick<Services, 'config'>, db: Db): Promise<string | undefined> {
  const { rows } = await sql<Row>`${columns} ${inUse}`.execute(db);
  if (rows[0]) return `${rows[0].host}:${rows[0].port}`;
  return config.smtpUrl && new URL(config.smtpUrl).host;
}

/** The server of one setting, for trying it out; undefined for an unknown one. */
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

/** The default credentials are those of the installation's own mail server. */
function credentialsOf(smtpUrl: string | undefined): { user: string; password: string } {
  const url = smtpUrl === undefined ? undefined : new URL(smtpUrl);
  return { user: decodeURIComponent(url?.username ?? ''), password: decodeURIComponent(url?.password ?? '') };
}
