// Limits on password attempts, shared by all operations that check one.
import { knownDevice } from '#server/identity/person/known-device.ts';
import type { Context } from '#server/lib/context.ts';
import type { Limit } from '#server/lib/http/throttle.ts';

const minutes = 15;
const max = 10;

/**
 * Attempts at one account, reset on success. Those of a browser that has signed in to it before are counted apart:
 * attempts from elsewhere do not lock it out.
 */
export async function accountLimit(context: Context, logIn: string): Promise<Limit> {
  const subject = logIn.toLowerCase();
  const device = await knownDevice(context, logIn);
  if (device) return { action: 'sign-in device', subject: `${device} ${subject}`, max, minutes };
  return { action: 'sign-in account', subject, max, minutes };
}

/** Attempts from the caller's address, at any account. */
export function addressLimit(context: Context): Limit {
  return { action: 'sign-in address', subject: context.visitor.address, max: 100, minutes };
}
