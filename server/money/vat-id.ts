// VAT ids as buyers and the seller state them.

/** Without the gaps, dots and dashes that people write. */
export function compactVatId(given: string): string {
  return given.replaceAll(/[\s.-]/g, '').toUpperCase();
}

/** Checks the form of the country. The rules of all countries are loaded on first use. */
export async function isVatId(vatId: string): Promise<boolean> {
  const { checkVAT, countries } = await import('jsvat');
  return checkVAT(vatId, countries).isValid;
}
