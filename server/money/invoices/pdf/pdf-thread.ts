// The worker thread that makes PDF documents: one message in, one out.
import { hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { collectGarbage } from '#server/lib/collect-garbage.ts';
import { buildXml } from './cross-industry-invoice.ts';
import type { PdfAnswer, PdfJob } from './make-pdf.ts';
import { renderPdf } from './render-pdf.ts';

/** V8 would let the garbage of hundreds of documents grow to the limit of the thread. */
const documentsPerCollection = 25;
let made = 0;

async function make({ document, words, language, locale }: PdfJob): Promise<PdfAnswer> {
  const xml = buildXml(document, words);
  const pdf = await renderPdf({ document, xml, language, locale, words });
  return {
    pdf: new Uint8Array(pdf),
    pdfHash: hash('sha256', pdf, 'buffer'),
    xmlHash: hash('sha256', xml, 'buffer'),
  };
}

parentPort?.on('message', async (job: PdfJob) => {
  try {
    const answer = await make(job);
    parentPort?.postMessage(answer, 'pdf' in answer ? [answer.pdf.buffer] : []);
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort?.postMessage({ problem } satisfies PdfAnswer);
  }
  made += 1;
  if (made % documentsPerCollection === 0) collectGarbage();
});
