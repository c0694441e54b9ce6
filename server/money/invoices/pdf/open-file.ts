// Finds the file of an invoice for a caller who may see it.
import { companyInvoices, systemInvoices } from '#contract/money/invoices.ts';
import type { Context } from '#server/lib/context.ts';
import { mayCall } from '#server/lib/http/may.ts';
import { notFound } from '#server/lib/refusal.ts';
import { findFile, type InvoiceFile } from './invoice-files.ts';
import { isInvoiceLink } from './invoice-link.ts';

/**
 * For people who may see the invoices of its company or of all companies, and for readers of the mail, whose link has a
 * token. Throws the same 404 for an unknown file and for all others.
 */
export async function openFile(
  context: Context,
  { id, token }: { id: string; token?: string | undefined },
): Promise<InvoiceFile> {
  const file = await findFile(context.db, id);
  if (!file) throw notFound();
  if (maySee(context, file)) return file;
  const { companyId, invoiceId } = file;
  const now = context.clock.now();
  if (token && (await isInvoiceLink(context.db, { token, companyId, invoiceId, now }))) return file;
  throw notFound();
}

function maySee({ user }: Context, { companyId }: InvoiceFile): boolean {
  if (!user || user.locked || user.lacksSecondFactor) return false;
  if (mayCall(user, systemInvoices.operations.getById)) return true;
  return companyId === user.companyId && mayCall(user, companyInvoices.operations.getById);
}
