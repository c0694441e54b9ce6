// Explains the status of a response.
import type { Failure } from '#server/messaging/outbox/medium.ts';
import { GatewayFailure } from '#server/messaging/sms/gateway-failure.ts';
import { errors } from './library.ts';

const names = new Map(Object.entries(errors).map(([name, code]) => [code, name]));

/** Explanations where the names of the protocol are not clear. */
const words: Readonly<Record<string, string>> = {
  ESME_RINVPASWD: 'the password is wrong',
  ESME_RINVSYSID: 'the system ID is unknown',
  ESME_RBINDFAIL: 'the system ID or the password is wrong, or the account may not sign in',
  ESME_RALYBND: 'the account is signed in elsewhere',
  ESME_RINVSYSTYP: 'the system type is wrong',
  ESME_RINVDSTADR: 'the number is not valid',
  ESME_RINVSRCADR: 'the sender is not allowed',
  ESME_RINVSRCTON: 'the number type of the sender is wrong',
  ESME_RINVSRCNPI: 'the number plan of the sender is wrong',
  ESME_RSUBMITFAIL: 'the SMS was refused',
  ESME_RTHROTTLED: 'too many SMS in too little time',
  ESME_RMSGQFUL: 'too many SMS are waiting',
  ESME_RSYSERR: 'the gateway has an error of its own',
};

export function statusText(status: number): string {
  const code = `0x${status.toString(16).toUpperCase().padStart(2, '0')}`;
  const name = names.get(status) ?? 'status of the vendor';
  const said = words[name];
  return said ? `${said} (${name}, ${code})` : `${name}, ${code}`;
}

/** The gateway takes SMS more slowly than they come: they are tried again. */
export const isThrottled = (status: number) => status === errors.ESME_RTHROTTLED || status === errors.ESME_RMSGQFUL;

/** About us: the same for every number. */
const aboutUs = new Set(
  [
    'ESME_RINVSRCADR',
    'ESME_RINVSRCTON',
    'ESME_RINVSRCNPI',
    'ESME_RINVDSTTON',
    'ESME_RINVDSTNPI',
    'ESME_RINVSERTYP',
  ].map((name) => errors[name]),
);
/** The gateway can take nothing now. */
const later = new Set(['ESME_RSYSERR', 'ESME_RX_T_APPN', 'ESME_RINVBNDSTS'].map((name) => errors[name]));

/** An SMS with a status other than success was not accepted. `maybeSent`: parts of it were, before this one. */
export function failureOfStatus(status: number, maybeSent: boolean): GatewayFailure {
  const kind: Failure['kind'] =
    later.has(status) || isThrottled(status) ? 'retry' : aboutUs.has(status) ? 'routeRefused' : 'refused';
  return new GatewayFailure({ kind, answer: `Refused: ${statusText(status)}`, maybeSent });
}
