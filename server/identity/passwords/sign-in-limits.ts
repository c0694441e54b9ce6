// Limits on password attempts, shared by all operations that check one.
import type { Context } from '#server/lib/context.ts';
import type { Limit } from '#server/lib/http/throttle.ts';

const minutes = 15;

/** Attempts at one account, reset on success, and attempts from the caller's address. */
export function signInLimits(context: Context, logIn: string): { account: Limit; address: Limit } {
  return {
    account: { action: 'sign-in account', subject: logIn.toLowerCase(), max: 10, minutes },
    address: { action: 'sign-in address', subject: context.visitor.address, max: 100, minutes },
  };
}
