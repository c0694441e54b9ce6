// Reasons in plain words, with a code that Daybook translates.

/** An error that a person can mend: its message is printed as it is, without a stack. */
export class Problem extends Error {
  /** `code`: such as `unreachable`, for Daybook. */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** The printer has taken nothing of the paper: it can be sent again. */
export class NotTaken extends Problem {}

/** Why a connection failed, in words. */
export function describeFailure({ code = '', message = '', cause }) {
  const words = {
    ECONNREFUSED: 'the connection was refused',
    ECONNRESET: 'the connection was cut',
    EPIPE: 'the connection was cut',
    ENOTFOUND: 'there is no such address',
    EAI_AGAIN: 'the address cannot be looked up now',
    EHOSTUNREACH: 'the network does not reach it',
    ENETUNREACH: 'the network does not reach it',
    ETIMEDOUT: 'there was no answer in time',
    ENOENT: 'there is no such connection on this machine',
    CERT_HAS_EXPIRED: 'its certificate has expired (or the clock of this machine is wrong)',
    CERT_NOT_YET_VALID: 'its certificate is not valid yet (or the clock of this machine is wrong)',
  };
  const deeper = cause ?? {};
  return words[code] ?? words[deeper.code] ?? ([deeper.message, message].find(Boolean) || String(code));
}

/** Nothing was printed, and the same paper would be refused again. */
export function refused(code, message) {
  return Object.assign(new Problem(code, message), { isRefusal: true });
}
