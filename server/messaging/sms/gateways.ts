// The SMS gateways as routes of the outbox.
import { type RawBuilder, sql } from 'kysely';
import type { Purpose } from '#contract/messaging/deliveries.ts';
import type {
  dataCodings,
  GatewayKind,
  messageIdNotations,
  numberPlans,
  numberTypes,
} from '#contract/messaging/sms-gateways.ts';
import type { SmsPreset } from '#contract/messaging/sms-presets.ts';
import type { Db } from '#server/db/pool.ts';
import type { Services } from '#server/lib/context.ts';
import { openSecret, UnopenedSecret } from '#server/lib/secrets/secret-box.ts';
import type { MailServer } from '#server/messaging/mail/mail-server.ts';
import type { Route } from '#server/messaging/outbox/medium.ts';
import { type SmsRequest, smsRequests } from './presets.ts';

export interface Gateway {
  id: string;
  kind: GatewayKind;
  /** The host that it is reached at, as of a mail server. */
  server: MailServer & Required<Pick<MailServer, 'setting'>>;
  /** Of SMS without a sender of their own. */
  sender: string;
  /** Of kind `mail`: SMS go to the digits of their number at this domain. */
  domain: string;
  request: SmsRequest;
  smpp: SmppSettings;
  /** Of receipts and inbound texts; our own identifier of an SMS may follow. */
  hookUrl: string;
  /** The sender of the installation's mails, and its address. */
  installation: { mailFrom: string; url: string };
}

export interface SmppSettings {
  systemType: string;
  sourceTon: (typeof numberTypes)[number];
  sourceNpi: (typeof numberPlans)[number];
  dataCoding: (typeof dataCodings)[number];
  messageIds: (typeof messageIdNotations)[number];
  windowSize: number;
  /** The limit that the outbox keeps. */
  perSecond: number | null;
}

export interface SmsRoute extends Route {
  gateway?: Gateway;
}

/** The purpose that passwords of gateways are sealed for. */
export const gatewayPurpose = 'sms gateway';
/** The purpose that the secrets of their receipts are sealed for. */
export const hookPurpose = 'sms hook';

type Row = SmsRequest &
  SmppSettings & {
    id: string;
    key: string;
    mark: string;
    kind: GatewayKind;
    purposes: Purpose[];
    maxConnections: number;
    perHour: number | null;
    perDay: number | null;
    host: string;
    port: number;
    ssl: boolean;
    timeOut: number;
    useDefaultCredentials: boolean;
    userName: string;
    password: Buffer | null;
    hookSecret: Buffer | null;
    sender: string;
    domain: string;
    preset: SmsPreset | 'other';
  };

const columns = sql`select id, key, xmin::text as mark, kind, purposes, max_connections, per_second, per_hour, per_day, host,
  port, ssl, time_out, use_default_credentials, user_name, password, hook_secret, sender, domain, preset, method, path,
  headers, body, id_path, receipt_id_path, receipt_status_path, delivered_values, undelivered_values, inbound_from_path,
  inbound_text_path, system_type, source_ton, source_npi, data_coding, message_ids, window_size from sms_gateways`;

/**
 * Whether a gateway sends SMS of a purpose, as SQL for the owner's role. One of kind `file` keeps what reaches it, also
 * before those behind it.
 */
export function takesSms(purpose: Exclude<Purpose, 'account'>): RawBuilder<boolean> {
  return sql`coalesce((select kind <> 'file' from sms_gateways where ${sql.lit(purpose)} = any(purposes)
    order by is_default desc, position, created_at, id limit 1), false)`;
}

/**
 * The default gateway first, then by their order. A gateway of kind `file` keeps what reaches it: its purposes have no
 * route after those before it.
 */
export async function smsRoutes(services: Services): Promise<SmsRoute[]> {
  const rows = await readRows(services.database.write, sql`order by is_default desc, position, created_at, id`);
  const kept = new Set<Purpose>();
  return rows.flatMap((row): SmsRoute[] => {
    const { id, key, mark, maxConnections, perSecond, perHour, perDay } = row;
    const purposes = row.purposes.filter((purpose) => !kept.has(purpose));
    if (row.kind === 'file') for (const purpose of purposes) kept.add(purpose);
    const isLink = row.kind === 'smpp';
    // A link without purposes still delivers receipts, and can be tested.
    if (row.kind === 'file' || (purposes.length === 0 && !isLink)) return [];
    const route = {
      ...{ id, name: key, mark, purposes, perSecond, perHour, perDay },
      maxConnections: isLink ? row.windowSize : maxConnections,
      ...(isLink && { isLasting: true, ownQueue: ownQueueOf(id) }),
    };
    try {
      return [{ ...route, gateway: gatewayOf(services, row) }];
    } catch (error) {
      // The key of the installation does not open the password.
      if (error instanceof UnopenedSecret) return [{ ...route, problem: error }];
      throw error;
    }
  });
}

/** The queue of messages that leave over this gateway alone: its tests. */
export const ownQueueOf = (gatewayId: string) => `sms:${gatewayId}`;

/** One gateway, for a test, a receipt or an inbound text; undefined for an unknown id. */
export async function gatewayById(
  services: Pick<Services, 'config' | 'publicUrl'>,
  db: Db,
  id: string,
): Promise<Gateway | undefined> {
  const [row] = await readRows(db, sql`where id = ${id}`);
  return row && gatewayOf(services, row);
}

async function readRows(db: Db, which: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`${columns} ${which}`.execute(db);
  return rows;
}

function gatewayOf({ config, publicUrl }: Pick<Services, 'config' | 'publicUrl'>, row: Row): Gateway {
  const { id, kind, host, port, ssl, timeOut, sender, domain, preset } = row;
  // Only mail servers get those of SMTP_URL.
  const credentials =
    row.useDefaultCredentials && kind === 'mail'
      ? credentialsOf(config.smtpUrl)
      : {
          user: row.userName,
          password: row.password === null ? '' : openSecret(config, gatewayPurpose, row.password),
        };
  const key = row.hookSecret === null ? '' : openSecret(config, hookPurpose, row.hookSecret);
  return {
    ...{ id, kind, sender, domain: domain || host },
    server: { setting: { host, port, ssl, timeOut, ...credentials, privateHosts: config.privateHosts } },
    smpp: row,
    request: preset === 'other' ? row : smsRequests[preset],
    hookUrl: key && `${publicUrl}/api/hooks/sms/${id}?key=${key}`,
    installation: { mailFrom: config.mailFrom, url: publicUrl },
  };
}

/** The default credentials are those of SMTP_URL, as of mail servers. */
function credentialsOf(smtpUrl: string | undefined): { user: string; password: string } {
  const url = smtpUrl === undefined ? undefined : new URL(smtpUrl);
  return { user: decodeURIComponent(url?.username ?? ''), password: decodeURIComponent(url?.password ?? '') };
}
