// What a new password must be: long enough (the contract), and not one that everybody tries first.
import { invalid } from '#server/lib/refusal.ts';

let common: Set<string> | undefined;

/** Throws 417 when the password is a common one or no more than the login itself. `key` is the field's wire name. */
export async function checkPasswordStrength(password: string, logIn: string, key = 'Password'): Promise<void> {
  const folded = password.normalize('NFC').toLowerCase();
  if ((await commonPasswords()).has(folded)) throw invalid(key, 'account.passwordCommon');
  const name = logIn.toLowerCase();
  if (folded === name || folded === name.split('@')[0]) throw invalid(key, 'account.passwordIsName');
}

/** The most used passwords of known leaks (zxcvbn-ts), made a set when first needed. */
async function commonPasswords(): Promise<Set<string>> {
  if (!common) {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    common = new Set(dictionary['passwords-common'].filter((word) => word.length >= 8));
  }
  return common;
}
