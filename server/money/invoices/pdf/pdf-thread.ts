// The worker thread that makes PDF documents.
import { hash } from 'node:crypto';
import { collectGarbage } from '#server/lib/collect-garbage.ts';
import { serveJobs } from '#server/lib/threads/serve-jobs.ts';
import { buildXml } from './cross-industry-invoice.ts';
import type { PdfAnswer, PdfJob } from './make-pdf.ts';
import { renderPdf } from './render-pdf.ts';

/** V8 would let the garbage of hundreds of documents grow to the limit of the thread. */
const documentsPerCollection = 25;
let made = 0;

serveJobs(
  async ({ document, words, language, locale }: PdfJob): Promise<PdfAnswer> => {
    made += 1;
    if (made % documentsPerCollection === 0) collectGarbage();
    const xml = buildXml(document, words);
    const pdf = await renderPdf({ document, xml, language, locale, words });
    return {
      pdf: new Uint8Array(pdf),
      pdfHash: hash('sha256', pdf, 'buffer'),
      xmlHash: hash('sha256', xml, 'buffer'),
    };
  },
  ({ pdf }) => [pdf.buffer],
);
