// The mail servers and SMS gateways of the installation, administered by the operator.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import { type Purpose, purposes } from '#contract/messaging/deliveries.ts';
import { systemSmtps } from '#contract/messaging/mail-servers.ts';
import { systemSmsGateways } from '#contract/messaging/sms-gateways.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import { mailFromPlaceholder } from '#server/lib/config.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { gridOf, type Store, versionOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { sealSecret } from '#server/lib/secrets/secret-box.ts';
import { smtpPurpose } from '#server/messaging/mail/mail-server.ts';
import { gatewayById, gatewayPurpose, hookPurpose } from '#server/messaging/sms/gateways.ts';
import { smsRequests } from '#server/messaging/sms/presets.ts';
import { ungroupedSender } from '#server/messaging/sms/ungrouped-sender.ts';
import { pausedRoutes } from './paused-routes.ts';
import { mailObstacles, smsObstacles } from './route-obstacles.ts';
import { sendTest } from './send-test.ts';
import { sendTestSms } from './send-test-sms.ts';

type SmtpInput = Omit<Parsed<(typeof systemSmtps)['operations']['update']>, 'id' | 'version'>;
type GatewayInput = Omit<Parsed<(typeof systemSmsGateways)['operations']['update']>, 'id' | 'version'>;
type HostInput = Pick<SmtpInput, 'userName' | 'password' | 'isDefault'>;
type RequestInput = Partial<Pick<GatewayInput, 'kind' | 'preset' | 'path' | 'headers' | 'body'>>;

function hostRows({ db }: SignedIn, table: 'smtpSettings') {
  return db
    .selectFrom(`${table} as s`)
    .select(['s.id', 's.key', 's.host', 's.port', 's.ssl', 's.timeOut', 's.useDefaultCredentials', 's.userName'])
    .select(['s.isDefault', versionOf('s')])
    .select(sql<boolean>`s.password is not null`.as('hasPassword'));
}

/** Passwords are sealed for `purpose`: a password sealed for one kind of host does not open as that of another. */
function hostStore(
  tableName: 'smtpSettings' | 'smsGateways',
  purpose: string,
  unique: string,
): Store<HostInput & RequestInput> {
  // Both tables have the same columns; Kysely's types need one name.
  const table = tableName as 'smtpSettings';
  return {
    rows: (context) => hostRows(context, table),
    table,
    unique: { [unique]: 'Key' },
    async values({ db, config }, { password, ...input }) {
      // There is at most one default.
      if (input.isDefault)
        await db.updateTable(table).set({ isDefault: false }).where('isDefault', '=', true).execute();
      if (!sendsPassword(input)) return { ...input, password: null };
      return { ...input, ...(password && { password: sealSecret(config, purpose, password) }) };
    },
  };
}

const smtpHosts = hostStore('smtpSettings', smtpPurpose, 'smtp_settings_key');

/** The columns of a route, of mail or SMS. */
function routeColumns<H extends ReturnType<typeof hostRows>>(rows: H) {
  return rows
    .select(['s.position', 's.maxConnections'])
    .select([isFor('visit').as('forVisits'), isFor('campaign').as('forCampaigns')])
    .select([limitOf('perSecond'), limitOf('perHour'), limitOf('perDay')]);
}

type RouteInput = Partial<
  Pick<SmtpInput, 'forAccounts' | 'forVisits' | 'forCampaigns' | 'perSecond' | 'perHour' | 'perDay'>
>;

/** The columns that purposes and limits are written to. */
function routeValues({ forAccounts, forVisits, forCampaigns, perSecond, perHour, perDay }: RouteInput) {
  const isUsed: Record<Purpose, boolean | undefined> = {
    account: forAccounts,
    visit: forVisits,
    campaign: forCampaigns,
  };
  return {
    purposes: purposes.filter((purpose) => isUsed[purpose]),
    perSecond: perSecond || null,
    perHour: perHour || null,
    perDay: perDay || null,
  } satisfies ColumnsOf<'smtpSettings', RouteInput, 'forAccounts' | 'forVisits' | 'forCampaigns'>;
}

/** A mail server is a host with its purposes and limits. */
const smtpStore: Store<SmtpInput> = {
  ...smtpHosts,
  rows: (context) => routeColumns(hostRows(context, 'smtpSettings')).select(isFor('account').as('forAccounts')),
  async values(context, { forAccounts, forVisits, forCampaigns, perSecond, perHour, perDay, ...host }, id) {
    return {
      ...(await smtpHosts.values?.(context, host, id)),
      ...routeValues({ forAccounts, forVisits, forCampaigns, perSecond, perHour, perDay }),
    };
  },
};

const gateways = hostStore('smsGateways', gatewayPurpose, 'sms_gateways_key');

/** A gateway is a host with its kind, the request of its vendor, its purposes and limits. */
const gatewayStore: Store<GatewayInput> = {
  ...gateways,
  // Both tables have the columns of hosts and routes; Kysely's types need one name.
  rows: (context) =>
    routeColumns(hostRows(context, 'smsGateways' as 'smtpSettings'))
      .select(sql<string>`s.kind`.as('kind'))
      .select(sql<number>`s.window_size`.as('windowSize'))
      .select(gatewayColumns.map((name) => sql<string>`${sql.ref(`s.${name}`)}`.as(name))),
  async values(context, { forVisits, forCampaigns, perSecond, perHour, perDay, ...gateway }, id) {
    assertComplete(gateway);
    await assertCredentials(context, gateway, id);
    const isNew = id === undefined;
    const secret = sealSecret(context.config, hookPurpose, randomBytes(24).toString('base64url'));
    return {
      ...(await gateways.values?.(context, gateway, id)),
      ...(gateway.sender !== undefined && { sender: ungroupedSender(gateway.sender) }),
      ...routeValues({ forVisits, forCampaigns, perSecond, perHour, perDay }),
      hookSecret: isNew ? secret : sql`coalesce(hook_secret, ${secret}::bytea)`,
    };
  },
};

const gatewayColumns = [
  'sender',
  'domain',
  'preset',
  'method',
  'path',
  'headers',
  'body',
  'idPath',
  'receiptIdPath',
  'receiptStatusPath',
  'deliveredValues',
  'undeliveredValues',
  'inboundFromPath',
  'inboundTextPath',
  'systemType',
  'sourceTon',
  'sourceNpi',
  'dataCoding',
  'messageIds',
] as const;

/** The name is a token of RFC 9110, 5.6.2. */
const header = /^[\w!#$%&'*+.^`|~-]+:/;

/** Throws 417 if a field that sending requires is empty, or a line is not a header. */
function assertComplete({ kind, host, preset, path, headers = '', userName, sender }: Partial<GatewayInput>): void {
  if (kind !== 'file' && !host) throw invalid('Host', 'field.required');
  if (kind === 'http' && preset === 'other' && !path) throw invalid('Path', 'field.required');
  const lines = headers.split('\n').map((line) => line.trim());
  if (lines.some((line) => line !== '' && !header.test(line))) throw invalid('Headers', 'field.header');
  // No vendor accepts an SMS without a sender.
  if (kind === 'http' && preset !== 'other' && !sender) throw invalid('Sender', 'field.required');
  if (kind === 'smpp' && !userName) throw invalid('User', 'field.required');
}

/** A password that nothing sends is not stored: no host asks for one without a user name, except in a request. */
function sendsPassword({ userName, ...request }: Pick<HostInput, 'userName'> & RequestInput): boolean {
  return request.kind === 'http' ? names(request, 'password', 'basic') : userName !== '';
}

/** Throws 417 when the request of a gateway names a user or a password that neither the input nor its row has. */
async function assertCredentials(
  { db }: SignedIn,
  { userName, password, ...request }: Partial<GatewayInput>,
  id: string | undefined,
): Promise<void> {
  if (request.kind !== 'http') return;
  if (!userName && names(request, 'user', 'basic')) throw invalid('User', 'field.required');
  if (password || !names(request, 'password', 'basic')) return;
  const stored =
    id &&
    (await db
      .selectFrom('smsGateways')
      .select('id')
      .where('id', '=', id)
      .where('password', 'is not', null)
      .executeTakeFirst());
  if (!stored) throw invalid('Password', 'field.required');
}

/** Whether the request of a gateway contains one of these placeholders. */
function names({ preset = 'other', ...own }: RequestInput, ...placeholders: string[]): boolean {
  const { path = '', headers = '', body = '' } = preset === 'other' ? own : smsRequests[preset];
  return placeholders.some((name) => `${path}\n${headers}\n${body}`.includes(`{{${name}}}`));
}

function isFor(purpose: Purpose) {
  return sql<boolean>`${purpose} = any(s.purposes)`;
}

/** No limit is 0. */
function limitOf(column: 'perSecond' | 'perHour' | 'perDay') {
  return sql<number>`coalesce(${sql.ref(`s.${column}`)}, 0)`.as(column);
}

export const smtpRoutes = serve(systemSmtps.operations, {
  ...gridOf(systemSmtps, smtpStore),
  sendTest,
  getSender: ({ config: { mailFrom } }) => ({ sender: mailFrom, isPlaceholder: mailFrom === mailFromPlaceholder }),
  ...pausedRoutes('smtp_settings'),
  getObstacles: mailObstacles,
});

export const smsGatewayRoutes = serve(systemSmsGateways.operations, {
  ...gridOf(systemSmsGateways, gatewayStore),
  sendTest: sendTestSms,
  async getHook(context, { id }) {
    const gateway = await gatewayById(context, context.db, id);
    if (!gateway) throw notFound();
    return { url: gateway.hookUrl };
  },
  ...pausedRoutes('sms_gateways'),
  getObstacles: smsObstacles,
});
