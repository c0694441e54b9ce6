// The mail servers and SMS gateways that send messages, set by the operator. Passwords are write-only.
import { z } from 'zod';
import { id, instant, maybe, multiLine, note, phone, secret, text } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { get, post } from '#contract/lib/service.ts';
import { purposes } from './deliveries.ts';
import { smsPresetNames } from './sms-presets.ts';
import { senderPattern, typedSender } from './templates/sms-templates.ts';

/** Mail servers and gateways have the same settings. */
const hosts = {
  may: 'sys',
  row: z.object({
    id,
    key: z.string(),
    host: z.string(),
    port: z.number().int(),
    ssl: z.boolean(),
    timeOut: z.number().int(),
    useDefaultCredentials: z.boolean(),
    userName: z.string().meta({ wire: 'User' }),
    hasPassword: z.boolean(),
    isDefault: z.boolean(),
    version: z.string(),
  }),
  title: 'key',
  sort: ['key', 'host'],
  input: z.strictObject({
    key: text(60),
    host: z
      .string()
      .trim()
      .max(253, { error: 'field.long' })
      .regex(/^[\w.:-]+$/, { error: 'field.host' }),
    port: z.number().int().min(1).max(65_535).default(25),
    ssl: z.boolean().default(false),
    timeOut: z.number().int().min(1_000).max(60_000).default(10_000),
    useDefaultCredentials: z.boolean().default(false),
    userName: note(200).meta({ wire: 'User' }).default(''),
    /** Empty: the stored password stays. */
    password: maybe(secret),
    isDefault: z.boolean().default(false),
  }),
  blank: () => ({
    key: 'New',
    host: '',
    port: 25,
    ssl: false,
    timeOut: 10_000,
    useDefaultCredentials: false,
    userName: '',
    isDefault: false,
  }),
  can: ['insert', 'update', 'delete', 'restore'],
} as const;

/** The purposes of a mail server, and its limits. A limit of 0 is none. */
const route = {
  forAccounts: z.boolean(),
  forVisits: z.boolean(),
  forCampaigns: z.boolean(),
  position: z.number().int(),
  maxConnections: z.number().int(),
  perSecond: z.number().int(),
  perHour: z.number().int(),
  perDay: z.number().int(),
};
const limit = z.number().int().min(0).max(10_000_000).default(0);
const limits = {
  position: z.number().int().min(0).max(1_000).default(100),
  maxConnections: z.number().int().min(1).max(100).default(10),
  perSecond: limit,
  perHour: limit,
  perDay: limit,
};

/** Operations of the operator on routes of one kind, whatever their medium. */
const routeOperations = (page: string) => ({
  getPaused: get({
    summary: 'The routes that are paused, and why; `SMTP_URL` has the zero id.',
    may: 'sys',
    page,
    input: z.strictObject({}),
    output: z.array(z.object({ id, key: z.string(), reason: z.string(), pausedSince: instant, pausedUntil: instant })),
  }),
  getObstacles: get({
    summary:
      'Returns what else keeps messages from leaving: a password that cannot be opened, a limit of the hour or day that is used up, a purpose without a server.',
    may: 'sys',
    page,
    input: z.strictObject({}),
    output: z.array(
      z.object({
        kind: z.enum(['locked', 'usedUp', 'unserved']),
        /** Of the route; empty for `unserved`. */
        name: z.string(),
        /** Of `unserved`. */
        purpose: z.enum(purposes).nullable(),
        /** Of `usedUp`: then messages leave again. */
        until: instant.nullable(),
      }),
    ),
  }),
  resume: post({
    summary: 'Ends the pause of a route: messages leave through it at once.',
    may: 'sys',
    page,
    input: z.strictObject({ id }),
    output: null,
  }),
});
const testResult = z.object({ sent: z.boolean(), to: z.string(), answer: z.string() });
const smsTestResult = testResult.extend({
  isUncertain: z
    .boolean()
    .optional()
    .describe('The gateway took the request and did not say whether it accepts the SMS.'),
});

export const systemSmtps = resource('system', 'smtps', {
  ...hosts,
  about:
    'Mail servers. Mail leaves through the first one of its purpose that is not paused: the default one, then by position.',
  row: hosts.row.extend(route),
  input: hosts.input.extend({
    forAccounts: z.boolean().default(true),
    forVisits: z.boolean().default(true),
    forCampaigns: z.boolean().default(true),
    ...limits,
  }),
  blank: () => ({
    ...hosts.blank(),
    forAccounts: true,
    forVisits: true,
    forCampaigns: true,
    position: 100,
    maxConnections: 10,
    perSecond: 0,
    perHour: 0,
    perDay: 0,
  }),
  rowsKey: 'smtps',
  page: '/app/system/email/smtps',
  tables: ['smtp_settings'],
  more: {
    sendTest: post({
      summary: "Sends a test mail to the caller's own address through this server and returns the server's response.",
      may: 'sys',
      page: '/app/system/email/smtps',
      input: z.strictObject({ id }),
      output: testResult,
    }),
    ...routeOperations('/app/system/email/smtps'),
  },
});

export const gatewayKinds = ['mail', 'http', 'smpp', 'file'] as const;
export type GatewayKind = (typeof gatewayKinds)[number];
/** Where SMSCs listen. */
export const smppPort = 2775;
/** Types and plans of numbers (SMPP 3.4, 5.2.5 and 5.2.6); `auto`: by the shape of the sender. */
export const numberTypes = ['auto', '0', '1', '2', '3', '4', '5', '6'] as const;
export const numberPlans = ['auto', '0', '1', '3', '6', '8', '9'] as const;
/** Encodings for texts of the GSM alphabet. Others are UCS-2 in any case. */
export const dataCodings = ['gsm', 'ucs2'] as const;
/** In which notation responses and receipts name an SMS. */
export const messageIdNotations = ['same', 'hexInResponse', 'decimalInResponse'] as const;
export const gatewayMethods = ['POST', 'PUT', 'GET'] as const;

/** A host, or none for a gateway that keeps its SMS. */
const hostOrNone = z
  .string()
  .trim()
  .max(253, { error: 'field.long' })
  .regex(/^[\w.:-]*$/, { error: 'field.host' })
  .default('');
const gatewayPage = '/app/system/sms/gateways';
const template = z.string().max(4_000, { error: 'field.long' }).meta(multiLine).default('');
const path = note(300).default('');

/** The request to an SMS gateway whose vendor is not known. */
const declaredRequest = {
  method: z.enum(gatewayMethods).default('POST'),
  path: z
    .string()
    .trim()
    .max(500, { error: 'field.long' })
    .regex(/^(\/[^\s#]*)?$/, { error: 'field.path' })
    .default(''),
  headers: template,
  body: template,
  idPath: path,
  receiptIdPath: path,
  receiptStatusPath: path,
  deliveredValues: path,
  undeliveredValues: path,
  inboundFromPath: path,
  inboundTextPath: path,
};

/** How SMS are handed to an SMSC. Its system ID is the user. */
const smpp = {
  systemType: z
    .string()
    .trim()
    .max(12, { error: 'field.long' })
    .regex(/^[\x20-\x7e]*$/, { error: 'field.latin' })
    .default(''),
  sourceTon: z.enum(numberTypes).default('auto'),
  sourceNpi: z.enum(numberPlans).default('auto'),
  dataCoding: z.enum(dataCodings).default('gsm'),
  messageIds: z.enum(messageIdNotations).default('same'),
  windowSize: z.number().int().min(1).max(100).default(10),
};

export const systemSmsGateways = resource('system', 'smsgateways', {
  ...hosts,
  about:
    'SMS gateways. SMS leave through the first one of their purpose that is not paused: the default one, then by position. A limit counts parts of SMS.',
  row: hosts.row.extend({
    kind: z.enum(gatewayKinds),
    sender: z.string(),
    domain: z.string(),
    preset: z.enum([...smsPresetNames, 'other']),
    method: z.enum(gatewayMethods),
    path: z.string(),
    headers: z.string(),
    body: z.string(),
    idPath: z.string(),
    receiptIdPath: z.string(),
    receiptStatusPath: z.string(),
    deliveredValues: z.string(),
    undeliveredValues: z.string(),
    inboundFromPath: z.string(),
    inboundTextPath: z.string(),
    systemType: z.string(),
    sourceTon: z.enum(numberTypes),
    sourceNpi: z.enum(numberPlans),
    dataCoding: z.enum(dataCodings),
    messageIds: z.enum(messageIdNotations),
    windowSize: z.number().int(),
    forVisits: z.boolean(),
    forCampaigns: z.boolean(),
    position: z.number().int(),
    maxConnections: z.number().int(),
    perSecond: z.number().int(),
    perHour: z.number().int(),
    perDay: z.number().int(),
  }),
  input: z.strictObject({
    key: hosts.input.shape.key,
    kind: z.enum(gatewayKinds).default('mail'),
    preset: z.enum([...smsPresetNames, 'other']).default('other'),
    ...hosts.input.omit({ key: true, isDefault: true }).shape,
    host: hostOrNone,
    /** Of kind `mail`: SMS go to the digits of their number at this domain, by default the host. */
    domain: z
      .string()
      .trim()
      .max(253, { error: 'field.long' })
      .regex(/^[\w.-]*$/, { error: 'field.host' })
      .default(''),
    sender: typedSender.regex(new RegExp(`^$|${senderPattern.source}`), { error: 'field.sender' }).default(''),
    ...declaredRequest,
    ...smpp,
    forVisits: z.boolean().default(true),
    forCampaigns: z.boolean().default(true),
    ...limits,
    isDefault: hosts.input.shape.isDefault,
  }),
  blank: () => ({
    ...hosts.blank(),
    kind: 'mail',
    preset: 'other',
    domain: '',
    sender: '',
    method: 'POST',
    path: '',
    headers: 'Content-Type: application/json',
    body: '{"to": "{{to}}", "from": "{{from}}", "text": "{{text}}"}',
    idPath: '',
    receiptIdPath: '',
    receiptStatusPath: '',
    deliveredValues: '',
    undeliveredValues: '',
    inboundFromPath: '',
    inboundTextPath: '',
    systemType: '',
    sourceTon: 'auto',
    sourceNpi: 'auto',
    dataCoding: 'gsm',
    messageIds: 'same',
    windowSize: 10,
    forVisits: true,
    forCampaigns: true,
    position: 100,
    maxConnections: 10,
    perSecond: 0,
    perHour: 0,
    perDay: 0,
  }),
  rowsKey: 'gateways',
  page: gatewayPage,
  tables: ['sms_gateways'],
  more: {
    sendTest: post({
      summary:
        "Sends a test SMS to a number through this gateway and returns the gateway's response. No company pays it.",
      may: 'sys',
      page: gatewayPage,
      input: z.strictObject({ id, to: phone }),
      output: smsTestResult,
    }),
    getHook: get({
      summary:
        'Returns the address at which the vendor delivers receipts and inbound texts. Its holder can report both: it is a secret.',
      may: 'sys',
      page: gatewayPage,
      input: z.strictObject({ id }),
      output: z.object({ url: z.string() }),
    }),
    ...routeOperations(gatewayPage),
  },
});
