// The worker thread that makes PDF documents: one message in, one out.
import { hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { buildXml } from './cross-industry-invoice.ts';
import type { PdfAnswer, PdfJob } from './make-pdf.ts';
import { renderPdf } from './render-pdf.ts';

async function make({ document, words, language, locale }: PdfJob): Promise<PdfAnswer> {
  const xml = buildXml(document, words);
  const pdf = await renderPdf({ document, xml, language, locale, words });
  return {
    pdf: new Uint8Array(pdf),
    pdfHash: hash('sha256', pdf, 'buffer'),
    xmlHash: hash('sha256', xml, 'buffer'),
  };
}

parentPort?.on('message', (job: PdfJob) => {
  make(job).then(
    (answer) => parentPort?.postMessage(answer, 'pdf' in answer ? [answer.pdf.buffer] : []),
    (error: unknown) =>
      parentPort?.postMessage({
        problem: error instanceof Error ? (error.stack ?? error.message) : String(error),
      } satisfies PdfAnswer),
  );
});
