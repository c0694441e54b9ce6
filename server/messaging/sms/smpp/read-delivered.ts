// Reads deliveries of an SMSC: a receipt, or a text that a person sent.
import type { Pdu } from 'smpp';
import type { SmppSettings } from '#server/messaging/sms/gateways.ts';
import { decodeGsm } from '#server/messaging/sms/sms-parts.ts';
import type { ReceiptState } from '#server/messaging/sms/store-receipt.ts';

export type Delivered =
  | { kind: 'receipt'; providerRef: string; state: ReceiptState; status: string }
  | { kind: 'text'; from: string; text: string }
  /** Such as a receipt that says that an SMS is still under way. */
  | { kind: 'other' };

/** Bits of `esm_class`: the kind of message, of which the second is a receipt; the text begins with a header. */
const kindBits = 0x3c;
const receiptBits = 0x04;
const headerBit = 0x40;

/** SKIPPED: accepted, but never sent over the network. UNKNOWN: the SMSC lost track of it, and never sends another. */
const states: Readonly<Record<string, ReceiptState>> = {
  ...{ DELIVRD: 'delivered', EXPIRED: 'undelivered', DELETED: 'undelivered', UNDELIV: 'undelivered' },
  ...{ REJECTD: 'undelivered', FAILED: 'undelivered', SKIPPED: 'undelivered', UNKNOWN: 'sent' },
};
/** `message_state`, by its number. */
const stateNames = [
  '',
  'ENROUTE',
  'DELIVRD',
  'EXPIRED',
  'DELETED',
  'UNDELIV',
  'ACCEPTD',
  'UNKNOWN',
  'REJECTD',
  'SKIPPED',
];

export function readDelivered(pdu: Pdu, settings: Pick<SmppSettings, 'messageIds'>): Delivered {
  const esmClass = Number(pdu.esm_class ?? 0);
  const named = textField(pdu.receipted_message_id);
  const isReceipt = (esmClass & kindBits) === receiptBits || named !== '';
  const text = textOf(pdu, esmClass, isReceipt);
  if (isReceipt) {
    const id = named || (/\bid:([^\s\0]+)/i.exec(text)?.[1] ?? '');
    const status = (stateNames[Number(pdu.message_state ?? 0)] || /\bstat:(\w+)/i.exec(text)?.[1]?.toUpperCase()) ?? '';
    const state = Object.hasOwn(states, status) ? states[status] : undefined;
    const error = /\berr:(\w+)/i.exec(text)?.[1];
    if (!state || !id) return { kind: 'other' };
    const providerRef = refOf(id, 'receipt', settings);
    return { kind: 'receipt', providerRef, state, status: error ? `${status}, error ${error}` : status };
  }
  const from = String(pdu.source_addr ?? '');
  // A sender without a number, such as a name, cannot be told anything.
  if (!text || (esmClass & kindBits) !== 0 || !/\d/.test(from)) return { kind: 'other' };
  return { kind: 'text', from, text };
}

/** The identifier as it is compared: some SMSCs name an SMS in two notations, or change its letters or leading zeros. */
export function refOf(
  id: string,
  place: 'response' | 'receipt',
  { messageIds }: Pick<SmppSettings, 'messageIds'>,
): string {
  const given = id.trim().slice(0, 200);
  const simple = given.toLowerCase().replace(/^0+(?=.)/, '');
  if (messageIds === 'same') return simple;
  const isHex = (messageIds === 'hexInResponse') === (place === 'response');
  if (!(isHex ? /^[\da-f]+$/i : /^\d+$/).test(given)) return simple;
  return BigInt(isHex ? `0x${given}` : given).toString();
}

function textField(value: unknown): string {
  // Some SMSCs end it with a zero, though it has a length.
  return typeof value === 'string' ? value.replace(/\0.*$/s, '').trim() : '';
}

function textOf(pdu: Pdu, esmClass: number, isReceipt: boolean): string {
  const short = pdu.short_message;
  const octets = Buffer.isBuffer(short) && short.length > 0 ? short : pdu.message_payload;
  if (!Buffer.isBuffer(octets)) return '';
  const hasHeader = (esmClass & headerBit) !== 0;
  const content = hasHeader ? octets.subarray((octets[0] ?? 0) + 1) : octets;
  const coding = Number(pdu.data_coding ?? 0);
  // SMSCs write receipts in ASCII, whatever their default alphabet is: an underscore is another character there.
  return isReceipt && coding === 0 ? content.toString('latin1') : decode(content, coding);
}

function decode(octets: Buffer, coding: number): string {
  switch (coding & 0x0f) {
    case 0:
      return decodeGsm(octets);
    case 8:
      return new TextDecoder('utf-16be').decode(octets);
    case 6:
      return new TextDecoder('iso-8859-5').decode(octets);
    case 7:
      return new TextDecoder('iso-8859-8').decode(octets);
    default:
      return octets.toString('latin1');
  }
}
