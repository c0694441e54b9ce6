// The requests of vendors, as data. Their documentation names the fields; docs/decisions/0061-sms.md says what they mean.
import type { SmsPreset } from '#contract/messaging/sms-presets.ts';

/**
 * What a gateway of kind `http` is asked, and where its response, a receipt and an inbound text say what. Placeholders:
 * `{{user}}`, `{{password}}`, `{{basic}}` (both, for HTTP Basic), `{{to}}` (E.164), `{{digits}}` (without the plus),
 * `{{from}}`, `{{text}}`, `{{encoding}}` (`text` or `unicode`), `{{id}}` (our identifier), `{{receiptUrl}}`.
 */
export interface SmsRequest {
  method: string;
  path: string;
  /** One on each line. */
  headers: string;
  body: string;
  /** Names joined by dots; a number is a position in a list. A response without it has not accepted the SMS. */
  idPath: string;
  receiptIdPath: string;
  receiptStatusPath: string;
  /** Statuses of receipts, separated by commas; others are of no interest. */
  deliveredValues: string;
  undeliveredValues: string;
  inboundFromPath: string;
  inboundTextPath: string;
  /** The response to receipts and inbound texts; empty unless the vendor needs one. */
  reply?: string;
}

const json = 'Content-Type: application/json';
const form = 'Content-Type: application/x-www-form-urlencoded';

export const smsRequests: Record<SmsPreset, SmsRequest> = {
  twilio: {
    method: 'POST',
    path: '/2010-04-01/Accounts/{{user}}/Messages.json',
    headers: `${form}\nAuthorization: Basic {{basic}}`,
    body: 'To={{to}}&From={{from}}&Body={{text}}&StatusCallback={{receiptUrl}}',
    idPath: 'sid',
    receiptIdPath: 'MessageSid',
    receiptStatusPath: 'MessageStatus',
    deliveredValues: 'delivered',
    undeliveredValues: 'undelivered,failed',
    inboundFromPath: 'From',
    inboundTextPath: 'Body',
  },
  vonage: {
    method: 'POST',
    path: '/sms/json',
    headers: form,
    body: 'api_key={{user}}&api_secret={{password}}&to={{digits}}&from={{from}}&text={{text}}&type={{encoding}}&client-ref={{id}}&callback={{receiptUrl}}',
    idPath: 'messages.0.message-id',
    receiptIdPath: 'messageId',
    receiptStatusPath: 'status',
    deliveredValues: 'delivered',
    undeliveredValues: 'failed,rejected,expired',
    inboundFromPath: 'msisdn',
    inboundTextPath: 'text',
  },
  bird: {
    method: 'POST',
    path: '/messages',
    headers: `${json}\nAuthorization: AccessKey {{password}}`,
    body: '{"originator":"{{from}}","recipients":["{{digits}}"],"body":"{{text}}","datacoding":"auto","reference":"{{id}}","reportUrl":"{{receiptUrl}}"}',
    idPath: 'id',
    receiptIdPath: 'id',
    receiptStatusPath: 'status',
    deliveredValues: 'delivered',
    undeliveredValues: 'delivery_failed,expired',
    inboundFromPath: 'originator',
    inboundTextPath: 'body',
    reply: 'OK',
  },
  sinch: {
    method: 'POST',
    path: '/xms/v1/{{user}}/batches',
    headers: `${json}\nAuthorization: Bearer {{password}}`,
    body: '{"from":"{{from}}","to":["{{to}}"],"body":"{{text}}","delivery_report":"per_recipient","client_reference":"{{id}}","callback_url":"{{receiptUrl}}"}',
    idPath: 'id',
    receiptIdPath: 'batch_id',
    receiptStatusPath: 'status',
    deliveredValues: 'Delivered',
    undeliveredValues: 'Failed,Rejected,Aborted,Expired,Cancelled',
    inboundFromPath: 'from',
    inboundTextPath: 'body',
  },
  plivo: {
    method: 'POST',
    path: '/v1/Account/{{user}}/Message/',
    headers: `${json}\nAuthorization: Basic {{basic}}`,
    body: '{"src":"{{from}}","dst":"{{digits}}","text":"{{text}}","url":"{{receiptUrl}}"}',
    idPath: 'message_uuid.0',
    receiptIdPath: 'MessageUUID',
    receiptStatusPath: 'Status',
    deliveredValues: 'delivered',
    undeliveredValues: 'undelivered,failed,rejected',
    inboundFromPath: 'From',
    inboundTextPath: 'Text',
  },
  infobip: {
    method: 'POST',
    path: '/sms/2/text/advanced',
    headers: `${json}\nAccept: application/json\nAuthorization: App {{password}}`,
    body: '{"messages":[{"from":"{{from}}","destinations":[{"to":"{{digits}}"}],"text":"{{text}}","notifyUrl":"{{receiptUrl}}","notifyContentType":"application/json"}]}',
    idPath: 'messages.0.messageId',
    receiptIdPath: 'results.0.messageId',
    receiptStatusPath: 'results.0.status.groupName',
    deliveredValues: 'DELIVERED',
    undeliveredValues: 'UNDELIVERABLE,EXPIRED,REJECTED',
    inboundFromPath: 'results.0.from',
    inboundTextPath: 'results.0.text',
  },
  smsapi: {
    method: 'POST',
    path: '/sms.do',
    headers: `${form}\nAuthorization: Bearer {{password}}`,
    body: 'to={{digits}}&from={{from}}&message={{text}}&format=json&encoding=utf-8&idx={{id}}&notify_url={{receiptUrl}}',
    idPath: 'list.0.id',
    receiptIdPath: 'MsgId',
    receiptStatusPath: 'status_name',
    deliveredValues: 'DELIVERED',
    undeliveredValues: 'UNDELIVERED,FAILED,REJECTED,EXPIRED',
    inboundFromPath: 'sms_from',
    inboundTextPath: 'sms_text',
    reply: 'OK',
  },
};
