// The requests of vendors, as data. The pages of their documentation stand beside each, as read in November 2026;
// docs/decisions/0061-sms.md says what the fields mean.
import type { SmsPreset } from '#contract/messaging/sms-presets.ts';

/**
 * The request to a gateway of kind `http`, and the places of the facts in its response, a receipt and an inbound text.
 * Placeholders: `{{user}}`, `{{password}}`, `{{basic}}` (both, for HTTP Basic), `{{to}}` (E.164), `{{digits}}` (without
 * the plus), `{{from}}`, `{{text}}`, `{{encoding}}` (`text` or `unicode`), `{{id}}` (our identifier), `{{receiptUrl}}`.
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
  /**
   * A response with one of these statuses, separated by commas, has not accepted the SMS in spite of its identifier.
   */
  statusPath?: string;
  refusedValues?: string;
  /** Where receipts and inbound texts stand that come together: their names begin there. */
  listPath?: string;
  /** Separates the values of receipts that come together in one field. */
  separator?: string;
  /** Where a receipt names our identifier, if its address does not. */
  ownIdPath?: string;
}

const json = 'Content-Type: application/json';
const form = 'Content-Type: application/x-www-form-urlencoded';

export const smsRequests: Record<SmsPreset, SmsRequest> = {
  // https://www.twilio.com/docs/messaging/api/message-resource and
  // .../guides/outbound-message-status-in-status-callbacks
  twilio: {
    method: 'POST',
    path: '/2010-04-01/Accounts/{{user}}/Messages.json',
    headers: `${form}\nAuthorization: Basic {{basic}}`,
    body: 'To={{to}}&From={{from}}&Body={{text}}&StatusCallback={{receiptUrl}}',
    idPath: 'sid',
    receiptIdPath: 'MessageSid',
    receiptStatusPath: 'MessageStatus',
    deliveredValues: 'delivered',
    undeliveredValues: 'undelivered,failed,canceled',
    inboundFromPath: 'From',
    inboundTextPath: 'Body',
  },
  // https://developer.vonage.com/en/api/sms and .../messaging/sms/guides/delivery-receipts, .../guides/inbound-sms.
  // `callback` takes at most 100 characters: the address for receipts is entered in the dashboard.
  vonage: {
    method: 'POST',
    path: '/sms/json',
    headers: `${form}\nAuthorization: Basic {{basic}}`,
    body: 'to={{digits}}&from={{from}}&text={{text}}&type={{encoding}}&client-ref={{id}}',
    idPath: 'messages.0.message-id',
    receiptIdPath: 'messageId',
    receiptStatusPath: 'status',
    deliveredValues: 'delivered',
    undeliveredValues: 'failed,rejected,expired',
    inboundFromPath: 'msisdn',
    inboundTextPath: 'text',
    ownIdPath: 'client-ref',
  },
  // https://developers.messagebird.com/api/sms-messaging and
  // https://docs.bird.com/connectivity-platform/getting-started/ receiving-delivery-reports-dlrs: only SMS with a
  // reference have reports.
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
  // https://developers.sinch.com/docs/sms/api-reference/sms/batches, .../sms/delivery-reports and .../sms/tag/Webhooks
  sinch: {
    method: 'POST',
    path: '/xms/v1/{{user}}/batches',
    headers: `${json}\nAuthorization: Bearer {{password}}`,
    body: '{"from":"{{from}}","to":["{{to}}"],"body":"{{text}}","delivery_report":"per_recipient","client_reference":"{{id}}","callback_url":"{{receiptUrl}}"}',
    idPath: 'id',
    receiptIdPath: 'batch_id',
    receiptStatusPath: 'status',
    deliveredValues: 'Delivered',
    undeliveredValues: 'Failed,Rejected,Aborted,Expired,Cancelled,Deleted',
    inboundFromPath: 'from',
    inboundTextPath: 'body',
  },
  // https://docs.plivo.com/docs/messaging/api/message/message-status-callbacks and .../api/message/send-a-message
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
  // https://www.infobip.com/docs/developer-resources/quickstart and https://www.infobip.com/docs/api/channels/sms: the
  // second version is deprecated. Reports and inbound texts come in lists; a rejected SMS has an identifier as well.
  infobip: {
    method: 'POST',
    path: '/sms/3/messages',
    headers: `${json}\nAccept: application/json\nAuthorization: App {{password}}`,
    body: '{"messages":[{"sender":"{{from}}","destinations":[{"to":"{{digits}}"}],"content":{"text":"{{text}}"},"webhooks":{"delivery":{"url":"{{receiptUrl}}"},"contentType":"application/json"}}]}',
    idPath: 'messages.0.messageId',
    statusPath: 'messages.0.status.groupName',
    refusedValues: 'REJECTED,UNDELIVERABLE,EXPIRED',
    listPath: 'results',
    receiptIdPath: 'messageId',
    receiptStatusPath: 'status.groupName',
    deliveredValues: 'DELIVERED',
    undeliveredValues: 'UNDELIVERABLE,EXPIRED,REJECTED',
    inboundFromPath: 'from',
    inboundTextPath: 'text',
  },
  // https://docs.smsapi.com: single SMS, delivery confirmation (up to five reports in one request), incoming SMS
  smsapi: {
    method: 'POST',
    path: '/sms.do',
    headers: `${form}\nAuthorization: Bearer {{password}}`,
    body: 'to={{digits}}&from={{from}}&message={{text}}&format=json&encoding=utf-8&idx={{id}}&notify_url={{receiptUrl}}',
    idPath: 'list.0.id',
    receiptIdPath: 'MsgId',
    receiptStatusPath: 'status_name',
    deliveredValues: 'DELIVERED',
    undeliveredValues: 'UNDELIVERED,FAILED,REJECTED,EXPIRED,NOT_FOUND',
    inboundFromPath: 'sms_from',
    inboundTextPath: 'sms_text',
    reply: 'OK',
    separator: ',',
  },
};
