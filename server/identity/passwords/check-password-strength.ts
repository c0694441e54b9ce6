// Checks a new password: the contract requires a minimum length; common passwords are rejected here.
import { invalid } from '#server/lib/refusal.ts';

let common: Set<string> | undefined;

/** Throws 417 when the password is a common one or equal to the login. `key` is the field's wire name. */
export async function checkPasswordStrength(password: string, logIn: string, key = 'Password'): Promise<void> {
  const folded = password.normalize('NFC').toLowerCase();
  if ((await commonPasswords()).has(folded)) throw invalid(key, 'account.passwordCommon');
  const name = logIn.toLowerCase();
  if (folded === name || folded === name.split('@')[0]) throw invalid(key, 'account.passwordIsName');
}

/** The most frequent passwords of known leaks (zxcvbn-ts), loaded on first use. */
async function commonPasswords(): Promise<Set<string>> {
  if (!common) {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    common = new Set(dictionary['passwords-common'].filter((word) => word.length >= 8));
  }
  return common;
}
