// The contents of an invoice or credit note: plain data, from which PDF and XML are made.

/** Amounts in cents, percentages in hundredths, days as ISO texts. */
export interface InvoiceDocument {
  kind: 'invoice' | 'creditNote';
  number: string;
  issuedAt: string;
  issuedOn: string;
  dueDate: string;
  periodStart: string;
  /** Inclusive. */
  periodEnd: string;
  /** Of a credit note: the invoice that it cancels. */
  credits: { number: string; issuedOn: string } | null;
  /** The credited invoice in whose place this one stands. */
  replaces: { number: string; issuedOn: string } | null;
  seller: Party & { iban: string; bic: string };
  /** `reference` is what the buyer wants to read, such as the number of an order. */
  buyer: Party & { reference: string };
  lines: DocumentLine[];
  vat: DocumentVat[];
  net: number;
  vatTotal: number;
  grandTotal: number;
  /** The amount that the deposit had paid when the invoice was issued. */
  fromBalance: number;
}

export interface Party {
  name: string;
  address: string;
  /** Its ISO code; empty when it is not known. */
  country: string;
  registration: string;
  vatId: string;
  eMail: string;
}

export interface DocumentLine {
  kind: 'month' | 'users' | 'locations' | 'sms';
  firstDay: string;
  lastDay: string;
  quantity: number;
  /** Per month and unit; null where uses have prices of their own. */
  unitPrice: number | null;
  discount: number;
  net: number;
  category: VatCategory;
  rate: number;
}

/** The categories of EN 16931: standard rate, reverse charge, exempt, zero rate, not subject to VAT. */
export type VatCategory = 'S' | 'AE' | 'E' | 'Z' | 'O';

export interface DocumentVat {
  category: VatCategory;
  rate: number;
  basis: number;
  vat: number;
}

/** The amount to pay: nothing in a credit note, or when the deposit has paid. */
export function toPay({ kind, grandTotal, fromBalance }: InvoiceDocument): number {
  return kind === 'invoice' ? grandTotal - fromBalance : 0;
}

/** The reference of a transfer that pays the document: its number with the check digits of ISO 11649. */
export function referenceOf(number: string): string {
  const body = number.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();
  const digits = [...`${body}RF00`].map((letter) => Number.parseInt(letter, 36)).join('');
  const check = 98 - Number(BigInt(digits) % 97n);
  return `RF${String(check).padStart(2, '0')}${body}`;
}
