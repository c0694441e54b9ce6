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
/** Codes for a mailbox that does not exist (RFC 5321 section 4.2.3). */
const noMailbox = new Set([550, 551, 553]);

/**
 * A 5xx response to the mail itself is final; connection errors and every 4xx are not. A rejected recipient is a hard
 * bounce, except when the extended code (RFC 3463) gives a full mailbox (x.2.2) or policy (x.7.y) as the reason.
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

/** One line for the mail's log: the response of the server, else the error. */
export function describeFailure(error: DeliveryError): string {
  const { command, code, response, message } = error;
  return [command && command !== 'API' ? command : code, response || message].filter(Boolean).join(': ');
}
