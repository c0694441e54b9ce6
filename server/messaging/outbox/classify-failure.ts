// Classifies a failed attempt: retry later, give up, or give up and suppress the address.

/** The fields of nodemailer's errors. */
export interface DeliveryError {
  message: string;
  code?: string | undefined;
  /** The SMTP command that failed. */
  command?: string | undefined;
  responseCode?: number | undefined;
  response?: string | undefined;
}

export type FailureKind = 'retry' | 'refused' | 'bounced';

/** Minutes to wait after each failed attempt; the mail fails after the last, almost a day later. */
const retryMinutes = [1, 2, 5, 10, 30, 60, 120, 240, 480, 480];

/** Returns the delay after the given attempt (from 1), or undefined after the last one. */
export function retryDelayAfter(attempt: number): Temporal.Duration | undefined {
  const minutes = retryMinutes[attempt - 1];
  return minutes === undefined ? undefined : Temporal.Duration.from({ minutes });
}

/**
 * Authentication errors of our own mail server (RFC 4954): the operator has to fix the settings, the mail is retried.
 */
const configurationErrors = new Set([530, 534, 535, 538]);
/** Extended codes (RFC 3463) for a recipient that does not exist: mailbox, domain, syntax, moved, null MX. */
const noRecipient = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10']);
/** Basic codes with which servers reject a mailbox (RFC 5321 section 4.2.3). */
const rejectedMailbox = new Set([550, 551, 553]);
/** Texts that can only mean that the mailbox does not exist. */
const noMailboxTexts = [
  /\bno such (user|mailbox|recipient|address|person|account)\b/i,
  /\b(user|mailbox|recipient|account|addressee) (is )?(unknown|not found)\b/i,
  /\bunknown (user|mailbox|recipient|account|addressee)\b/i,
  /\b(user|mailbox|recipient|account|address) (doesn['’]t|does not) exist\b/i,
  /\bno mailbox (here )?by that name\b/i,
];
/** Texts about the sender, the connection or a policy, whatever else the response says. */
const aboutUs =
  /\b(relay|relaying|spf|dkim|dmarc|blocked|block ?list|black ?list|blacklisted|listed|rbl|dnsbl|spam|policy|denied|not allowed|authenticat\w*|reputation|rate|too many|verify|verification|sender)\b/i;

/**
 * A 5xx response to the mail itself is final; connection errors and every 4xx are not. A rejected recipient counts as
 * bounced, which suppresses the address, only if the response clearly says that the mailbox does not exist. Relays
 * reject every recipient when they reject the installation: such a response says nothing about the address.
 */
export function classifyFailure(error: DeliveryError): FailureKind {
  const { code, command, responseCode = 0, response = '' } = error;
  if (code === 'EENVELOPE' && command === 'API') return 'refused';
  if (responseCode < 500 || configurationErrors.has(responseCode)) return 'retry';
  if (command === 'RCPT TO') {
    return saysNoMailbox(responseCode, response) ? 'bounced' : 'refused';
  }
  return command === 'MAIL FROM' || command === 'DATA' ? 'refused' : 'retry';
}

function saysNoMailbox(responseCode: number, response: string): boolean {
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
