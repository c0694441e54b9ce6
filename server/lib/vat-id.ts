// VAT ids as buyers and the seller state them.
import type { Country } from 'jsvat';
import { invalid } from '#server/lib/refusal.ts';

/** Without the gaps, dots and dashes that people write. */
export function compactVatId(given: string): string {
  return given.replaceAll(/[\s.-]/g, '').toUpperCase();
}

/** Belgium has issued numbers that begin with 1 since 2023; the library knows those that begin with 0. */
const newerBelgium: Country = {
  name: 'Belgium',
  codes: ['BE', 'BEL', '056'],
  calcFn: (digits) => 97 - (Number(digits.slice(0, 8)) % 97) === Number(digits.slice(8, 10)),
  rules: { multipliers: {}, regex: [/^(BE)(1\d{9})$/] },
};

/**
 * Throws 417 with Key `VatId` for a number that has not the form of its country. The rules of all countries are loaded
 * on first use.
 */
export async function assertVatId(vatId: string): Promise<void> {
  if (vatId === '') return;
  // Northern Ireland is in the VAT area of the European Union for goods, not for services (Directive 2020/1756).
  if (/^XI\d/.test(vatId)) throw invalid('VatId', 'billing.goodsVatId');
  const { checkVAT, countries } = await import('jsvat');
  // The library knows one form for each country of a list.
  const isValid = [countries, [newerBelgium]].some((forms) => checkVAT(vatId, forms).isValid);
  if (!isValid) throw invalid('VatId', 'billing.wrongVatId');
}
