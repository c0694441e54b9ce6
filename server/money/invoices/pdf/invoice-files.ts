// The files of invoices: made from their rows, stored once, and the truth from then on.
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#server/db/pool.ts';
import { transaction } from '#server/db/transaction.ts';
import type { ServiceContext, Services } from '#server/lib/context.ts';
import { supportedLanguage } from '#server/lib/i18n.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { billingRecipients } from '#server/money/invoices/billing-recipients.ts';
import { announceInvoice } from './announce-invoice.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { makePdf } from './make-pdf.ts';
import { readDocument } from './read-document.ts';

/** How long a caller waits for a file that is not made yet (ms). */
const maxWait = 10_000;
const batchSize = 20;

export interface InvoiceFile {
  id: string;
  companyId: string;
  invoiceId: string;
  language: string | null;
  /** Null until the file is made. */
  pdfHash: Buffer | null;
}

export interface StoredPdf {
  bytes: Buffer;
  /** Of the bytes, in hexadecimal. */
  hash: string;
}

/** The key of the file's bytes: files of other bytes never replace them. */
export const fileKey = (id: string, pdfHash: Buffer) => `${id}-${pdfHash.toString('hex').slice(0, 16)}`;

export async function findFile(db: Db, id: string): Promise<InvoiceFile | undefined> {
  return db
    .selectFrom('invoiceFiles')
    .select(['id', 'companyId', 'invoiceId', 'language', 'pdfHash'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Makes the files of invoices that have none, and queues their mails; the oldest first. Ends after `seconds`, before
 * its job times out, and returns how many it made and whether more may wait. A document that cannot be made is reported
 * and stays for the next run.
 */
export async function makeInvoiceFiles(
  services: Services,
  { limit = 100_000, seconds = Infinity, signal }: { limit?: number; seconds?: number; signal?: AbortSignal } = {},
): Promise<{ made: number; failed: number; more: boolean }> {
  const { database, log } = services;
  const end = performance.now() + seconds * 1_000;
  let [made, failed, after] = [0, 0, '00000000-0000-0000-0000-000000000000'];
  while (made < limit) {
    const files = await database.read
      .selectFrom('invoiceFiles')
      .select(['id', 'companyId', 'invoiceId', 'language', 'pdfHash'])
      .where('pdfHash', 'is', null)
      .where('invoiceId', '>', after)
      .orderBy('invoiceId')
      .limit(Math.min(batchSize, limit - made))
      .execute();
    if (files.length === 0) return { made, failed, more: false };
    for (const file of files) {
      signal?.throwIfAborted();
      if (performance.now() >= end) return { made, failed, more: true };
      after = file.invoiceId;
      try {
        await makeOnce(services, file);
        made++;
      } catch (error) {
        failed++;
        log.error(
          { err: error, category: 'Invoices', invoice: file.invoiceId },
          'the PDF of an invoice cannot be made',
        );
      }
    }
  }
  return { made, failed, more: true };
}

/** The stored bytes; makes them first where they are missing. Throws 503 when that takes long. */
export async function readInvoicePdf(services: Services, file: InvoiceFile): Promise<StoredPdf> {
  const stored = await readStored(services, file);
  if (stored) return stored;
  const late = new AbortController();
  const timeOut = sleep(maxWait, undefined, { signal: late.signal }).then(() => {
    throw new Refusal(503, 'invoiceDocument.preparing', { retryAfter: 3 });
  });
  try {
    return await Promise.race([makeOnce(services, file), timeOut]);
  } finally {
    late.abort();
    timeOut.catch(() => {});
  }
}

async function readStored(
  { files }: Pick<Services, 'files'>,
  { id, pdfHash }: InvoiceFile,
): Promise<StoredPdf | undefined> {
  if (!pdfHash) return undefined;
  const body = await files.read(fileKey(id, pdfHash));
  return body && { bytes: await buffer(body), hash: pdfHash.toString('hex') };
}

const making = new Map<string, Promise<StoredPdf>>();

/** Callers that ask at the same time share one. */
function makeOnce(services: Services, file: InvoiceFile): Promise<StoredPdf> {
  const key = `${services.config.dataDir} ${file.id}`;
  let made = making.get(key);
  if (!made) {
    made = make(services, file).finally(() => making.delete(key));
    making.set(key, made);
  }
  return made;
}

/**
 * Stores the bytes, then their hash and the mail in one transaction. Of two processes, the first to commit decides; the
 * other returns its bytes.
 */
async function make(services: Services, file: InvoiceFile): Promise<StoredPdf> {
  const { database, files, clock } = services;
  const document = await readDocument(database.read, file);
  if (!document) throw notFound();
  const language = file.language ?? (await languageOf(database.read, file.companyId));
  const { pdf, pdfHash, xmlHash } = await makePdf(document, language);
  const key = fileKey(file.id, pdfHash);
  await files.put(key, pdf);
  const current = await transaction({ ...services, db: database.write }, async (tx): Promise<InvoiceFile> => {
    const locked = await lockFile(tx, file.id);
    // Made meanwhile. Otherwise it is new, or its bytes were lost.
    if (locked.pdfHash && !sameHash(locked.pdfHash, file.pdfHash)) return locked;
    await tx.db
      .updateTable('invoiceFiles')
      .set({ language, pdfHash, xmlHash, size: pdf.length, madeAt: clock.now() })
      .where('id', '=', file.id)
      .execute();
    if (!locked.announcedAt) await announce(tx, { ...file, document, key });
    return { ...file, language, pdfHash };
  });
  if (current.pdfHash && !sameHash(current.pdfHash, pdfHash)) await files.remove(key);
  const stored = await readStored(services, current);
  if (!stored) throw new Error(`The file ${key} is gone.`);
  return stored;
}

const sameHash = (a: Buffer, b: Buffer | null) => b !== null && a.equals(b);

async function lockFile({ db }: ServiceContext, id: string) {
  return db
    .selectFrom('invoiceFiles')
    .select(['id', 'companyId', 'invoiceId', 'language', 'pdfHash', 'announcedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function announce(
  tx: ServiceContext,
  invoice: InvoiceFile & { document: InvoiceDocument; key: string },
): Promise<void> {
  await tx.db.updateTable('invoiceFiles').set({ announcedAt: tx.clock.now() }).where('id', '=', invoice.id).execute();
  await announceInvoice(tx, invoice);
}

/** That of the person who gets the invoice first. */
async function languageOf(db: Db, companyId: string): Promise<string> {
  const [first] = await billingRecipients(db, companyId);
  return supportedLanguage(first?.language);
}
