// Makes PDF and XML of a document in a worker thread: the main thread answers requests meanwhile.
import { localeOf, messagesUnder } from '#server/lib/i18n.ts';
import { threadPool } from '#server/lib/threads/thread-pool.ts';
import type { InvoiceDocument } from './invoice-document.ts';

export interface MadePdf {
  pdf: Buffer;
  pdfHash: Buffer;
  xmlHash: Buffer;
}

export interface PdfJob {
  document: InvoiceDocument;
  language: string;
  locale: string;
  words: Readonly<Record<string, string>>;
}

export interface PdfAnswer {
  pdf: Uint8Array<ArrayBuffer>;
  pdfHash: Uint8Array;
  xmlHash: Uint8Array;
}

const area = 'invoiceDocument';

/** One document at a time; further ones wait. */
const runJob = threadPool<PdfJob, PdfAnswer>(new URL('pdf-thread.ts', import.meta.url), {
  name: 'pdf',
  max: 1,
  maxMegabytes: 64,
});

export async function makePdf(document: InvoiceDocument, language: string): Promise<MadePdf> {
  const job = { document, language, locale: localeOf(language), words: wordsOfDocument(language) };
  const { pdf, pdfHash, xmlHash } = await runJob(job);
  // The transferred bytes themselves, not a copy.
  return { pdf: Buffer.from(pdf.buffer), pdfHash: Buffer.from(pdfHash), xmlHash: Buffer.from(xmlHash) };
}

/** The words of documents in a language; English where it lacks one. */
export function wordsOfDocument(language: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from(messagesUnder(language, area), ([code, text]) => [code.slice(area.length + 1), text]),
  );
}
