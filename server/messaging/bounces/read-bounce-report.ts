// Reads what came back: a delivery status notification (RFC 3464), a bounce in words, a complaint (RFC 5965), or
// neither.
import PostalMime, { type Email } from 'postal-mime';
import { oneLine as asLine } from '#server/lib/one-line.ts';
import { saysNoMailbox } from '#server/messaging/mail/classify-failure.ts';
import { maskTokens } from '#server/messaging/outbox/mask-tokens.ts';

/**
 * `gone`: the mailbox does not exist. `failed`: the mail did not arrive for another reason. `complaint`: a person
 * called it unwanted. `other`: nothing that changes anything, such as a delay or an automatic reply.
 */
export type ReportKind = 'gone' | 'failed' | 'complaint' | 'other';

export interface BounceReport {
  kind: ReportKind;
  /** One line for the log: status and words of the server. */
  evidence: string;
  /**
   * The address that a report of `gone` is about, in lower case, where it names one: behind a forwarder, another one.
   */
  recipient?: string | undefined;
  /** The texts that may name a delivery with a signature: envelope recipients and the headers of the original. */
  named: string;
  /** No known part or words say what became of the mail: `kind` is what the answers of servers say. */
  isUnclear?: boolean;
  /** For a person who reads it: without the mail that it returns. */
  shown: { sender: string; subject: string; message: string };
}

type Judgement = Pick<BounceReport, 'kind' | 'evidence' | 'recipient' | 'isUnclear'>;

const limits = { maxNestingDepth: 12, maxHeadersSize: 128 * 1024 } as const;
/** Characters of each part that are read. */
const maxPart = 64 * 1024;

/** Throws for what is no message at all. */
export async function readBounceReport(raw: Uint8Array): Promise<BounceReport> {
  const mail = await PostalMime.parse(raw, { ...limits, forceRfc822Attachments: true, attachmentEncoding: 'utf8' });
  const parts = partsOf(mail);
  return { ...judge(mail, parts), named: namesIn(mail, parts), shown: shownOf(mail, parts) };
}

function shownOf(mail: Email, { words, status, feedback }: Parts): BounceReport['shown'] {
  const own = words.slice(0, originalAt(words));
  return {
    sender: mail.from?.address ?? headerOf(mail, 'from'),
    subject: mail.subject ?? '',
    message: [own, status ?? '', feedback ?? '']
      .map((part) => part.trim())
      .join('\n\n')
      .trim(),
  };
}

const headerOf = (mail: Email, name: string) => mail.headers.find(({ key }) => key === name)?.value ?? '';

interface Parts {
  status: string | undefined;
  feedback: string | undefined;
  /** The headers of the original, from a part of its own or from the words of the report. */
  original: string;
  words: string;
}

function partsOf(mail: Email): Parts {
  const contentOf = (type: RegExp) => {
    const found = mail.attachments.find(({ mimeType }) => type.test(mimeType));
    return found && String(found.content).slice(0, maxPart);
  };
  const words = (mail.text || stripTags(mail.html ?? '')).slice(0, maxPart);
  return {
    status: contentOf(/^message\/(global-)?delivery-status$/),
    feedback: contentOf(/^message\/feedback-report$/),
    original: contentOf(/^(text\/rfc822-headers|message\/(rfc822|global|global-headers))$/) ?? '',
    words,
  };
}

function stripTags(html: string): string {
  return html.slice(0, 4 * maxPart).replaceAll(/<[^<>]*>/g, ' ');
}

/** A bounce without a machine-readable part begins the original after one of these lines. */
const originalLine =
  /-{2,}.*\b(copy of the message|original (message|mail|headers)|returned message|unsent message|message headers|your message)\b/i;
/** Longer lines are not looked at: a pattern takes too long on them. */
const maxLine = 200;
/** Lines of a report in which answers of servers are looked for. */
const maxLines = 200;

/** Where the words of a bounce end and the original begins; the end of the words when they have none. */
function originalAt(words: string): number {
  let at = 0;
  for (const line of words.split('\n')) {
    if (line.length <= maxLine && originalLine.test(line)) return at;
    at += line.length + 1;
  }
  return words.length;
}

function namesIn(mail: Email, { status, original, words, feedback }: Parts): string {
  const recipients = mail.headers
    .filter(({ key }) =>
      /^(to|cc|delivered-to|x-original-to|envelope-to|x-envelope-to|x-failed-recipients|in-reply-to|references|return-path|original-message-id)$/.test(
        key,
      ),
    )
    .map(({ value }) => value);
  const headers = original.split(/\r?\n\r?\n/)[0] ?? '';
  return [
    ...recipients,
    headers,
    ...[status, feedback].map((part) =>
      fieldsIn(part ?? '', /^(original-envelope-id|original-mail-from|original-rcpt-to|x-original-message-id)$/),
    ),
    words.slice(originalAt(words)),
  ].join('\n');
}

/** The values of some fields of a block of headers. */
function fieldsIn(text: string, names: RegExp): string {
  return fieldsOf(text)
    .filter(([name]) => names.test(name))
    .map(([, value]) => value)
    .join('\n');
}

/** Header-like lines, unfolded; names in lower case. */
function fieldsOf(text: string): [string, string][] {
  const unfolded = text.replaceAll(/\r?\n[ \t]+/g, ' ');
  return [...unfolded.matchAll(/^([A-Za-z][A-Za-z0-9-]{1,60}):[ \t]*(.*)$/gm)].map(([, name = '', value = '']) => [
    name.toLowerCase(),
    value.trim(),
  ]);
}

function judge(mail: Email, parts: Parts): Judgement {
  if (parts.feedback !== undefined) return judgeFeedback(parts.feedback);
  if (parts.status !== undefined) return judgeStatus(parts.status, parts.words);
  // Microsoft's feedback loop (JMRP) has no part for machines.
  const isFromLoop = mail.from?.address?.toLowerCase() === 'staff@hotmail.com';
  if (isFromLoop && /^complaint about message from/i.test(mail.subject ?? '')) {
    return { kind: 'complaint', evidence: oneLine(mail.subject ?? '') };
  }
  return judgeWords(mail, parts);
}

/** Other types are about us, such as failures of authentication, or withdraw a complaint. */
const complaints = /^(abuse|fraud|virus|other|opt-out|opt-out-list|unsubscribe)$/i;

function judgeFeedback(feedback: string): Judgement {
  const fields = new Map(fieldsOf(feedback));
  const type = fields.get('feedback-type') ?? '';
  const agent = fields.get('user-agent') ?? '';
  return { kind: complaints.test(type) ? 'complaint' : 'other', evidence: oneLine(`${type} (${agent})`) };
}

/** A mail of ours has one recipient: the first that failed is ours. */
function judgeStatus(status: string, words: string): Judgement {
  const recipients = status
    .split(/\r?\n[ \t]*\r?\n/)
    .map((block) => new Map(fieldsOf(block)))
    .filter((fields) => fields.has('action') || fields.has('status'));
  const failed = recipients.find((fields) => isFailed(fields, words));
  if (!failed) {
    const isKnown = recipients.length > 0 && recipients.every(isNoFailure);
    return isKnown ? { kind: 'other', evidence: '' } : judgeAnswers(`${status}\n${words}`);
  }
  const diagnostic = (failed.get('diagnostic-code') ?? '').replace(/^[a-z0-9-]+;\s*/i, '');
  const code = /^\d\.\d{1,3}\.\d{1,3}/.exec(failed.get('status') ?? '')?.[0] ?? '';
  const text = diagnostic || reasonIn(words);
  const evidence = oneLine(code && !text.includes(code) ? `${code} ${text}` : text);
  const isGoneNow = code.startsWith('5') && !isForwarded(failed) && isGone(code, diagnostic || words);
  return { kind: isGoneNow ? 'gone' : 'failed', evidence, recipient: addressIn(failed.get('final-recipient')) };
}

/**
 * Exchange and others leave out the action; a temporary status without one is a delay. OpenSMTPD calls the end of a
 * mail "delayed" as well: a report of a delay says until when the server tries again, or that the mail has not expired.
 */
function isFailed(fields: Map<string, string>, words: string): boolean {
  const action = fields.get('action')?.toLowerCase();
  if (action === undefined) return /^5\./.test(fields.get('status') ?? '');
  if (action === 'delayed') return !fields.has('will-retry-until') && /\benvelope expired\b/i.test(words);
  return action === 'failed';
}

/** Whether the mail has arrived, was handed on, or is tried again (RFC 3464, section 2.3.3). */
function isNoFailure(fields: Map<string, string>): boolean {
  const action = fields.get('action')?.toLowerCase();
  return action === undefined
    ? /^[24]\./.test(fields.get('status') ?? '')
    : /^(delayed|delivered|relayed|expanded)\b/.test(action);
}

/** A report in a form of its own has the answers of the servers all the same. */
function judgeAnswers(answers: string): Judgement {
  const lines = answers
    .split('\n')
    .filter((line) => line.length <= maxLine)
    .slice(0, maxLines)
    .map((line) => line.replaceAll(addresses, '…'));
  const final = lines.find((line) =>
    [...line.matchAll(replyCodes), ...line.matchAll(statusCodes)].some(([, digit]) => digit === '5'),
  );
  if (final === undefined) return { kind: 'other', evidence: '', isUnclear: true };
  const code = Array.from(final.matchAll(statusCodes), ([found]) => found).find((found) => found.startsWith('5')) ?? '';
  return { kind: isGone(code, final) ? 'gone' : 'failed', evidence: reasonIn(answers), isUnclear: true };
}

/** A forwarder sent the mail on: the mailbox that is gone is not the one that the mail was sent to. */
function isForwarded(fields: Map<string, string>): boolean {
  const [original, final] = [addressIn(fields.get('original-recipient')), addressIn(fields.get('final-recipient'))];
  return original !== undefined && final !== undefined && original !== final;
}

/** The address of a field such as `Final-Recipient: rfc822; mara@example.com` (RFC 3464, section 2.3.1). */
function addressIn(field: string | undefined): string | undefined {
  const address = field
    ?.replace(/^[a-z0-9-]+\s*;/i, '')
    .trim()
    .replace(/^<(.*)>$/, '$1')
    .toLowerCase();
  return address?.includes('@') ? address : undefined;
}

/** A reply code: three digits before a space, a hyphen or the end. */
const replyCodes = /(?<![\d.])([45])\d\d(?=[ -]|$)/g;
/** An enhanced status (RFC 3463). */
const statusCodes = /(?<![\d.])([45])\.\d{1,3}\.\d{1,3}(?![\d.])/g;
/** An address such as `c-a423-x@example.com` has no reply code. */
const addresses = /[^\s<>@]+@[^\s<>@]+/g;

/** The words decide where the status is a general one, and where it contradicts them. */
function isGone(status: string, words: string): boolean {
  const text = asLine(words.slice(0, maxPart), 400).replaceAll(addresses, '…');
  const firstDigits = new Set(Array.from(text.matchAll(replyCodes), ([, digit]) => digit));
  // The sender gave up although the server only ever answered "later", as Exim does with the status 5.0.0.
  if (firstDigits.has('4') && !firstDigits.has('5')) return false;
  // A reply code and an enhanced status in the words are more exact than the status field of some servers.
  const inWords = /\b(5\d\d)[ -](?:#)?(5\.\d{1,3}\.\d{1,3})?/.exec(text);
  const code = inWords?.[1] ?? '550';
  const enhanced = inWords?.[2] ?? (status === '5.0.0' ? '' : status);
  return saysNoMailbox(Number(code), `${code} ${enhanced} ${text}`.replaceAll(/\s+/g, ' '));
}

/** The senders and subjects of bounces that no machine is meant to read. */
const daemons = /^(mailer-daemon|postmaster|mail-daemon|mdaemon|bounce|mailerdaemon|noreply-bounce)\b/i;
const bounceSubject =
  /\b(undeliver\w*|delivery (status notification|failure|failed|has failed|problem)|failure notice|returned mail|mail delivery (failed|failure|system)|mail system error|could not be delivered|non remis|unzustellbar|no se ha podido entregar)\b/i;
const delaySubject = /\b(delay\w*|warning|verz[öo]gert|still being retried)\b/i;
/** Of reports about all mails of a domain (RFC 7489, section 7.2.1.1), which daemons send as well. */
const aggregateSubject = /^report domain:/i;
const permanentWords =
  /\b(permanent (fatal )?errors?|permanent failure|does not exist|doesn't have|unknown (user|recipient|mailbox)|user unknown|no such (user|mailbox|recipient|person)|could not be delivered|couldn't be delivered|wasn't able to deliver|rejected|giving up|failed (permanently|after)|undeliverable|no mailbox)\b/i;

function judgeWords(mail: Email, { words, original }: Parts): Judgement {
  const other = { kind: 'other' as const, evidence: '' };
  const header = (name: string) => headerOf(mail, name);
  const subject = (mail.subject ?? '').slice(0, 500);
  const isFailedHeader = header('x-failed-recipients') !== '';
  const from =
    mail.from?.address ??
    header('from')
      .slice(0, 500)
      .replace(/^.*<([^>]*)>.*$/, '$1');
  const isDaemon = daemons.test(from) || from === '' || header('return-path').trim() === '<>';
  if (delaySubject.test(subject) || aggregateSubject.test(subject)) return other;
  const own = words.slice(0, originalAt(words));
  // Automatic replies have no sender on the way either, but return no mail.
  const isReport = daemons.test(from) || (isDaemon && original !== '');
  if (!isFailedHeader && !(isDaemon && bounceSubject.test(subject))) return isReport ? judgeAnswers(own) : other;
  if (!isFailedHeader && !permanentWords.test(own) && !/\b5\d\d[ -]|\b5\.\d\.\d/.test(own)) return judgeAnswers(own);
  const code = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(own)?.[0] ?? '';
  return { kind: isGone(code, own) ? 'gone' : 'failed', evidence: reasonIn(own) };
}

/**
 * The sentence that says why: what stands behind the address of the recipient, from the reply code on, else a line with
 * a reply code, else one in the words of a failure, else the first line.
 */
function reasonIn(words: string): string {
  const lines = words.split('\n').map((line) => line.trim());
  const behind = behindAddress(lines);
  if (behind !== '') return oneLine(/(?<![\d.])[45]\d\d[ -].*/.exec(behind)?.[0] ?? behind);
  const reason =
    lines.find((line) => /\b5\d\d\b|\b5\.\d\.\d/.test(line)) ?? lines.find((line) => permanentWords.test(line));
  return oneLine(reason ?? lines.find((line) => line !== '') ?? '');
}

/** A line that begins with an address, in angle brackets or not, and what stands behind it. */
const addressLine = /^<?[^\s<>:@]{1,64}@[^\s<>:@]{1,255}>?(?::\s*(.*))?$/;

/** The lines from the first address on, up to an empty line, as one; empty if nothing stands behind an address. */
function behindAddress(lines: readonly string[]): string {
  for (const [index, line] of lines.entries()) {
    const found = line.length <= 500 ? addressLine.exec(line) : null;
    if (!found) continue;
    const rest = lines.slice(index + 1, index + 6);
    const end = rest.indexOf('');
    const behind = [found[1] ?? '', ...(end < 0 ? rest : rest.slice(0, end))].join(' ').trim();
    if (behind !== '') return behind.replace(/^\(reason: (.*)\)$/, '$1');
  }
  return '';
}

/** Companies read it: it may quote a link of the mail. */
const oneLine = (text: string) => asLine(maskTokens(text.slice(0, maxPart)), 400);
