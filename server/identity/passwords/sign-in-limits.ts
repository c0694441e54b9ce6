// How often a password may be tried, wherever it is asked for.
import type { Context } from '#server/lib/context.ts';
import type { Limit } from '#server/lib/http/throttle.ts';

const minutes = 15;

/** Tries at one account, forgotten when one succeeds, and tries from the caller's address. */
export function signInLimits(context: Context, logIn: string): { account: Limit; address: Limit } {
  return {
    account: { what: 'sign-in account', whose: logIn.toLowerCase(), most: 10, minutes },
    address: { what: 'sign-in address', whose: context.visitor.address, most: 100, minutes },
  };
}
