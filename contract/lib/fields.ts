// The field types of requests and answers.
import { z } from 'zod';
import { hasSafeLinks, linkPattern, maxLinkLength } from './links.ts';
import { ofText, plainAddress, plainLine, plainOrigin, plainPhone } from './typed.ts';

/** The id of a record that is not saved yet. */
export const newId = '00000000-0000-0000-0000-000000000000';

export const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A record's identifier; the all-zero one means a new record. */
export const id = z.string().regex(idPattern, { error: 'field.id' }).meta({ kind: 'id' });

/** The years of appointments and ranges; databases and clocks disagree about years far outside them. */
const years = /^(19|20|21)\d\d-/;

/**
 * A point in time: ISO 8601 with an offset, up to nanoseconds. Answers are in UTC, times of appointments and free times
 * have the offset of their zone. In a request of a signed-in caller, a date or a date with a time that names no zone
 * counts in the zone of their location.
 */
export const instant = z.iso
  .datetime({ offset: true, error: 'field.instant', abort: true })
  .refine((text) => years.test(text) && !/\.\d{10}/.test(text), { error: 'field.instant' })
  .meta({ kind: 'instant', instant: true, example: '2026-03-29T09:30:00+02:00' });

/** A calendar date without a zone, `YYYY-MM-DD`. */
export const date = z.iso
  .date({ error: 'field.date', abort: true })
  .refine((text) => years.test(text), { error: 'field.date' })
  .meta({ kind: 'date' });

/** Whether the text is an existing calendar date. */
export function isDay(text: string): boolean {
  return date.safeParse(text).success;
}

/** A point in time, or a calendar date that stands for the whole day. */
export const moment = z
  .string()
  .refine((text) => instant.safeParse(text).success || date.safeParse(text).success, { error: 'field.instant' })
  .meta({ kind: 'moment', instant: true, example: '2026-03-29' });

/** A wall time, `HH:MM`; `24:00` is the end of the day. */
export const wallTime = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: 'field.time' });

/** Money in EUR, two decimals. */
export const money = z.number().multipleOf(0.01).meta({ kind: 'money' });

/** Seconds that people read in minutes. */
export const duration = { kind: 'duration' } as const;

/** A country by its code (ISO 3166-1 alpha-2), which people read by its name. */
export const country = { kind: 'country' } as const;

export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);

/** An IANA time zone, such as `Europe/Riga`. */
export const timeZone = z.string().meta({ kind: 'timeZone' });

/** A time zone that `Intl` knows, by its name: PostgreSQL reads the sign of an offset the other way. */
export const knownZone = z
  .string()
  .min(1, { error: 'field.required', abort: true })
  .refine(isZone, { error: 'field.timeZone' })
  .meta({ kind: 'timeZone' });

function isZone(name: string): boolean {
  if (!/^[A-Z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Text of at most `maxLength` characters, trimmed; required unless made optional. */
export const text = (maxLength: number) =>
  z.string().trim().min(1, { error: 'field.required' }).max(maxLength, { error: 'field.long' });

/**
 * The name of a business: part of its public address, so it has a letter or a digit. Only `text` reports an empty one.
 */
export const businessName = text(100).regex(/[\p{L}\p{N}]|^$/u, { error: 'field.noLetters' });

/** Formatted text as HTML; required. Its links are checked here; the renderer sanitizes it. */
export const html = (maxLength: number) =>
  text(maxLength).refine(hasSafeLinks, { error: 'field.textLink' }).meta({ kind: 'html' });

/** The meta of multi-line text, whatever its maximum length. */
export const multiLine = { kind: 'lines' } as const;

/** The meta of a programmatic key, such as a setting's; the list's own messages translate it for display. */
export const codeKind = { kind: 'code' } as const;

/** The meta of a programmatic key that messages in another area of the language files translate. */
export const codeIn = (words: string) => ({ ...codeKind, words });

/** The meta of a language's key, such as `de`; displayed as the language's name. */
export const languageKey = { kind: 'language' } as const;

/** Text that can be empty. */
export const note = (maxLength: number) => z.string().trim().max(maxLength, { error: 'field.long' });

/** A person's name of at most `maxLength` characters, as of `plainLine`; required unless made optional. */
export const personName = (maxLength: number) => z.preprocess(ofText(plainLine), text(maxLength));

/** A person's name that can be empty. */
export const optionalName = (maxLength: number) => z.preprocess(ofText(plainLine), note(maxLength));

/**
 * The addresses of RFC 5321 without quoted local parts, with letters of all scripts before the @ (RFC 6531); the domain
 * is ASCII by now. Written out because the browser loads the contract without zod, and so without zod's pattern.
 */
const eMailPattern =
  /^(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u{a1}-\u{10ffff}-]+\.)*[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u{a1}-\u{10ffff}-]+@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$/u;

/** An e-mail address in the spelling of `plainAddress`. */
export const eMail = z.preprocess(
  ofText(plainAddress),
  z
    .string()
    .max(254, { error: 'field.long' })
    .pipe(z.email({ pattern: eMailPattern, error: 'field.email' }))
    .meta({ kind: 'eMail' }),
);

/** A phone number as people write it: digits, spaces, brackets, dashes, a leading plus; plain as of `plainPhone`. */
export const phone = z.preprocess(
  ofText(plainPhone),
  z
    .string()
    .max(26, { error: 'field.long', abort: true })
    .regex(/^\+?[\d ()./-]{5,25}$/, { error: 'field.phone' })
    .meta({ kind: 'phone' }),
);

/** The target of a link: a web page or a path of this site; can be empty. */
export const webLink = z
  .string()
  .trim()
  .max(maxLinkLength, { error: 'field.long' })
  .regex(linkPattern, { error: 'field.link' })
  .meta({ kind: 'link' });

const hostPart = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';

/** The origin of a website (RFC 6454) in the spelling of `plainOrigin`: https, a host without wildcards, no path. */
export const webOrigin = z.preprocess(
  ofText(plainOrigin),
  z
    .string()
    .max(200, { error: 'field.long' })
    .regex(new RegExp(`^https://${hostPart}(?:\\.${hostPart})*(?::\\d{1,5})?$`), { error: 'field.origin' })
    .meta({ kind: 'origin', example: 'https://www.example.com' }),
);

/** An optional field of a form: missing, null, empty and blank all mean "nothing" and become `undefined`. */
export const maybe = <S extends z.ZodType>(schema: S) => z.preprocess(nothingToUndefined, schema.optional());

function nothingToUndefined(value: unknown): unknown {
  return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;
}

/** A random token that grants access without a session (at least 128 bits, base64url). */
export const token = z.string().regex(/^[\w-]{22,128}$/, { error: 'field.token' });

/** A secret as a person types it. */
export const secret = z.string().max(1000, { error: 'field.long' });

/** A new password: 8 to 128 characters of any kind; the server also rejects common ones. */
export const newPassword = z.string().min(8, { error: 'field.passwordShort' }).max(128, { error: 'field.long' });

/** Part of a public address, such as a location's or a person's name in the URL. */
export const urlName = z
  .string()
  .max(80, { error: 'field.long', abort: true })
  .regex(/^[\p{L}\p{N}._~-]{1,80}$/u, { error: 'field.urlName' });

/** The number of a page of a list, starting at 1. */
export const pageNr = z.number().int().min(1).default(1);
