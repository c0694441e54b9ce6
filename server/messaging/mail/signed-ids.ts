// The id of a delivery, signed: in the envelope sender (VERP) and in the Message-ID of each mail, for each in its own
// way. A bounce without a signature of this installation changes nothing.
import { timingSafeEqual } from 'node:crypto';
import type { Config } from '#server/lib/config.ts';
import { signText } from '#server/lib/secrets/secret-box.ts';

/** Bytes of a signature: guessing one takes 2^79 attempts. */
const signatureLength = 10;
/** Servers fold the local part to lower case: the alphabet of RFC 4648 has one. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
/** Characters of an id and its signature. */
const idCharacters = 26;
const signedPattern = /(?<![a-z0-9])[a-z2-7]{42}(?![a-z0-9])/g;

/**
 * Where a signed id stands, and the purpose of its signature. The envelope sender is known to the servers on the way
 * and to the recipient alone; a Message-ID also to everyone who gets an answer to the mail. Earlier versions signed
 * both for `delivery`.
 */
const signers = { envelope: 'return path', messageId: 'delivery' } as const;
export type SignedPlace = keyof typeof signers;

/** 42 characters that fit in a local part, which has at most 64. */
export function signId(config: Config, id: string, place: SignedPlace): string {
  return `${toBase32(bytesOf(id))}${toBase32(signatureOf(config, id, place))}`;
}

/** The ids of deliveries that the text names with a signature of this installation, one for one of the places. */
export function signedIdsIn(
  config: Config,
  text: string,
  places: readonly SignedPlace[] = ['envelope', 'messageId'],
): string[] {
  const found = text.toLowerCase().matchAll(signedPattern);
  return [...found].slice(0, 20).flatMap(([signed]) => {
    const bytes = fromBase32(signed.slice(0, idCharacters)).subarray(0, 16);
    const id = idOf(bytes);
    const signature = fromBase32(signed.slice(idCharacters)).subarray(0, signatureLength);
    return places.some((place) => timingSafeEqual(signature, signatureOf(config, id, place))) ? [id] : [];
  });
}

/**
 * The envelope sender of a mail. `bounces@example.org` gets the signed id after a plus sign; of a domain it is the
 * whole local part.
 */
export function envelopeSender(address: string, signed: string): string {
  const at = address.lastIndexOf('@');
  return at > 0 ? `${address.slice(0, at)}+${signed}${address.slice(at)}` : `${signed}@${address.slice(at + 1)}`;
}

function signatureOf(config: Config, id: string, place: SignedPlace): Buffer {
  return signText(config, signers[place], id.toLowerCase()).subarray(0, signatureLength);
}

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

function idOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function toBase32(bytes: Uint8Array): string {
  let bits = 0;
  let value = 0;
  let text = '';
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(value >> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? `${text}${alphabet[(value << (5 - bits)) & 31]}` : text;
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const character of text) {
    value = (value << 5) | alphabet.indexOf(character);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 255);
    value &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}
