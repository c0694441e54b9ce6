// Decides what a failed attempt means: try again later, give up, or give up and never write to that address again.

/** What nodemailer says of a failure. */
export interface DeliveryError {
  message: string;
  code?: string | undefined;
  /** The SMTP command that failed. */
  command?: string | undefined;
  responseCode?: number | undefined;
  response?: string | undefined;
}

export type FailureKind = 'retry' | 'refused' | 'bounced';

/** Wait this many minutes after each failed attempt; after the last, almost a day later, the mail has failed. */
const retryMinutes = [1, 2, 5, 10, 30, 60, 120, 240, 480, 480];

/** How long to wait after the given attempt (from 1); undefined when there were enough. */
export function retryDelayAfter(attempt: number): Temporal.Duration | undefined {
  const minutes = retryMinutes[attempt - 1];
  return minutes === undefined ? undefined : Temporal.Duration.from({ minutes });
}

/** Answers about signing in to our own mail server (RFC 4954): the operator mends that, the mail is not to blame. */
const configurationErrors = new Set([530, 534, 535, 538]);
/** Answers that say there is no such mailbox (RFC 5321 section 4.2.3). */
const noMailbox = new Set([550, 551, 553]);

/**
 * A 5xx answer to the mail itself is final; everything about the connection, and every 4xx, is not. A refused recipient is a hard
 * bounce, except when the extended code (RFC 3463) says that the reason is a full mailbox (x.2.2) or policy (x.7.y).
 */
export function classifyFailure(error: DeliveryError): FailureKind {
  const { code, command, responseCode = 0, response = '' } = error;
  if (code === 'EENVELOPE' && command === 'API') return 'refused';
  if (responseCode < 500 || configurationErrors.has(responseCode)) return 'retry';
  if (command === 'RCPT TO') {
    const extended = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
    return noMailbox.has(responseCode) && !(extended && /^5\.(2\.2|7\.\d+)$/.test(extended)) ? 'bounced' : 'refused';
  }
  return command === 'MAIL FROM' || command === 'DATA' ? 'refused' : 'retry';
}

/** One line for the mail's log: what the server answered, else what happened. */
export function describeFailure(error: DeliveryError): string {
  const { command, code, response, message } = error;
  return [command && command !== 'API' ? command : code, response || message].filter(Boolean).join(': ');
}
