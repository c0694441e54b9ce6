// Classifies a failed attempt of a mail: whether it is about the mail, its recipient, or us.
import { oneLine } from '#server/lib/one-line.ts';
import { maskTokens } from '#server/messaging/outbox/mask-tokens.ts';
import type { Failure } from '#server/messaging/outbox/medium.ts';

/** The fields of nodemailer's errors. */
export interface DeliveryError {
  message: string;
  code?: string | undefined;
  /** The SMTP command that failed. */
  command?: string | undefined;
  responseCode?: number | undefined;
  response?: string | undefined;
  /** nodemailer's name of the phase that took too long. */
  timeoutType?: string | undefined;
  /** The system call that failed: `connect` when there is no connection. */
  syscall?: string | undefined;
}

/** Authentication errors of our own mail server (RFC 4954): the operator has to fix the settings. */
const configurationErrors = new Set([530, 534, 535, 538]);
/** Extended codes (RFC 3463) for a recipient that does not exist: mailbox, domain, syntax, moved, null MX. */
const noRecipient = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10']);
/** Basic codes with which servers reject a mailbox (RFC 5321 section 4.2.3); Yahoo uses 554. */
const rejectedMailbox = new Set([550, 551, 553, 554]);
/** Texts that can only mean that the mailbox does not exist. */
const noMailboxTexts = [
  /\bno such (user|mailbox|recipient|address|person|account)\b/i,
  /\b(user|mailbox|recipient|account|addressee) (is )?(unknown|not found)\b/i,
  /\bunknown (user|mailbox|recipient|account|addressee)\b/i,
  /\b(user|mailbox|recipient|account|address) (doesn['’]t|does not) exist\b/i,
  /\bno mailbox (here )?by that name\b/i,
  /\b(doesn['’]t|does not) have an? (\S{1,100} )?(account|mailbox)\b/i,
];
/** Texts about the sender, the connection or a policy, whatever else the response says. */
const aboutUs =
  /\b(relay|relaying|spf|dkim|dmarc|blocked|block ?list|black ?list|blacklisted|listed|rbl|dnsbl|spam|policy|denied|not allowed|authenticat\w*|reputation|rate|too many|verify|verification|sender)\b/i;

/** Texts that can only mean that the server takes no mail of ours, for any recipient. */
const refusesUs =
  /\b(relay(ing)?|blocked using|block ?list\w*|black ?list\w*|listed (at|in|by|on)|dnsbl|rbl|spf|not in my list of allowed rcpthosts|domain not allowed)\b/i;
/** Texts that ask us to send less. */
const throttles = /\b(throttl\w*|rate limit\w*|too many (connections|messages|mails|emails)|4\.7\.28)\b/i;
/** Errors before a server takes commands: its name, its certificate, signing in. */
const beforeCommands = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EOAUTH2']);

/**
 * A failure before the first recipient is about the route, except a rejected sender. A 5xx response to the mail itself
 * is final. A rejected recipient counts as bounced, which suppresses the address, only if the response clearly says
 * that the mailbox does not exist: a relay that rejects the installation rejects every recipient, and says nothing
 * about the address.
 */
export function classifyFailure(error: DeliveryError): Failure['kind'] {
  const { code, command, responseCode = 0, response = '' } = error;
  if (code === 'EENVELOPE' && command === 'API') return 'refused';
  if (configurationErrors.has(responseCode) || responseCode === 421 || isOfRoute(error)) return 'routeDown';
  if (responseCode >= 400 && throttles.test(response)) return 'routeDown';
  if (responseCode < 500) return 'retry';
  if (command === 'MAIL FROM' || command === 'DATA') return refusesUs.test(response) ? 'routeRefused' : 'refused';
  if (command !== 'RCPT TO') return 'retry';
  if (saysNoMailbox(responseCode, response)) return 'bounced';
  return refusesUs.test(response) ? 'routeRefused' : 'refused';
}

function isOfRoute({ code = '', command = '', responseCode, timeoutType, syscall }: DeliveryError): boolean {
  if (beforeCommands.has(code) || syscall === 'connect' || syscall === 'getaddrinfo') return true;
  if (command.startsWith('AUTH') || ['EHLO', 'HELO', 'STARTTLS'].includes(command)) return true;
  // Silence within a session may be about one mail. nodemailer names it, and a lost connection, CONN as well.
  if (timeoutType !== undefined) return timeoutType !== 'SOCKET_TIMEOUT';
  return command === 'CONN' && Boolean(responseCode);
}

/** Whether the server may have taken the mail although no answer came: the content was handed over. */
export function mayHaveArrived(error: DeliveryError): boolean {
  return !error.responseCode && !isOfRoute(error) && !['API', 'MAIL FROM', 'RCPT TO'].includes(error.command ?? '');
}

/** Whether a response can only mean that the mailbox does not exist. */
export function saysNoMailbox(responseCode: number, response: string): boolean {
  if (aboutUs.test(response)) return false;
  const extended = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  if (extended) return noRecipient.has(extended);
  return rejectedMailbox.has(responseCode) && noMailboxTexts.some((text) => text.test(response));
}

/** One line for the mail's log: the response of the server, else the error. */
export function describeFailure(error: DeliveryError): string {
  const { command, code, response, message } = error;
  return [command && command !== 'API' ? command : code, response || message].filter(Boolean).join(': ');
}

/** Explains failed attempts to hand over a mail. */
export function explainMailFailure(caught: unknown): Failure {
  // nodemailer rejects with an Error that carries these fields.
  const error = caught as DeliveryError;
  return {
    kind: classifyFailure(error),
    answer: oneLine(maskTokens(describeFailure(error)), 500),
    maybeSent: mayHaveArrived(error),
  };
}
