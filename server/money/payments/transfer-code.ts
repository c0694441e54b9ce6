// The code of a SEPA transfer that banking applications read.

/** The text of the QR code (EPC069-12, version 002). Its lines have fixed places. */
export function transferCode(
  { payee, reference }: { payee: { name: string; iban: string; bic: string }; reference: string },
  cents: number,
): string {
  const [euros, rest] = [Math.floor(cents / 100), String(cents % 100).padStart(2, '0')];
  return ['BCD', '002', '1', 'SCT', payee.bic, payee.name, payee.iban, `EUR${euros}.${rest}`, '', reference].join('\n');
}
