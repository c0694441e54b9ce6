// The SMS gateways that the operator has set.
import { z } from 'zod';
import { id, multiLine, note, phone } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { get, post } from '#contract/lib/service.ts';
import { hosts, limits, routeOperations, testResult } from './hosts.ts';
import { smsPresetNames } from './sms-presets.ts';
import { senderPattern, typedSender } from './templates/sms-templates.ts';

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

const smsTestResult = testResult.extend({
  isUncertain: z
    .boolean()
    .optional()
    .describe('The gateway took the request and did not say whether it accepts the SMS.'),
});

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
