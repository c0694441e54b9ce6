// Decides which customers of a file come along beside those of its appointments.
import type { BookingReason } from '#contract/booking/import.ts';
import { digestOf } from '#server/customers/import/keep-import.ts';
import { contactReader, type ImportedContact, type ReadingOptions } from '#server/customers/import/read-rows.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { findRefs } from './import-refs.ts';
import { isPlaceholder } from './placeholder-names.ts';
import type { RowProblem } from './service-rows.ts';
import type { BookingFile } from './sheet.ts';
import { customerKey } from './write-customers.ts';

/** Each once; a customer whom an earlier import added, and who was deleted here, does not come back. */
export async function planCustomers(
  tx: Pick<SignedIn, 'db' | 'user'>,
  { customers: sheet, source }: BookingFile,
  options: Omit<ReadingOptions, 'fields'>,
): Promise<{ customers: ImportedContact[]; problems: RowProblem[] }> {
  if (!sheet) return { customers: [], problems: [] };
  const read = contactReader(sheet, { ...options, fields: sheet.fields });
  const found = new Map<string, ImportedContact>();
  const problems: RowProblem[] = [];
  for (const row of sheet.rows) {
    const { contact, reasons } = read(row);
    const isUnnamed = contact && !contact.eMail && !contact.phoneNumber && isPlaceholder(contact.name);
    const isLeftOut = !contact || isUnnamed === true;
    const given = isUnnamed ? ['walkIn' as const] : reasons.map(asReason);
    if (!isLeftOut) found.set(customerKey(contact), contact);
    if (given.length) problems.push({ line: row.line, isLeftOut, reasons: [...new Set(given)], cells: row.cells });
  }
  const keys = new Map([...found.keys()].map((key) => [digestOf(key), key]));
  const refs = await findRefs(tx, source, 'customer', [...keys.keys()]);
  for (const [id, { state }] of refs) if (state === 'gone') found.delete(keys.get(id) ?? '');
  return { customers: [...found.values()], problems };
}

function asReason(reason: string): BookingReason {
  return reason === 'eMail' ? 'eMail' : reason.startsWith('phone') ? 'phoneNumber' : 'broken';
}
