// Makes PDF and XML of a document in a worker thread: the main thread answers requests meanwhile.
import { Worker } from 'node:worker_threads';
import { localeOf, messagesUnder } from '#server/lib/i18n.ts';
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

export type PdfAnswer =
  | { pdf: Uint8Array<ArrayBuffer>; pdfHash: Uint8Array; xmlHash: Uint8Array }
  | { problem: string };

/** An idle thread ends after this time (ms), and returns its memory. */
const idleTime = 10_000;
const area = 'invoiceDocument';

interface Waiting {
  job: PdfJob;
  resolve(made: MadePdf): void;
  reject(error: Error): void;
}

const queue: Waiting[] = [];
let running: Waiting | undefined;
let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

/** One document at a time; further ones wait. */
export function makePdf(document: InvoiceDocument, language: string): Promise<MadePdf> {
  const { promise, resolve, reject } = Promise.withResolvers<MadePdf>();
  queue.push({
    job: { document, language, locale: localeOf(language), words: wordsOfDocument(language) },
    resolve,
    reject,
  });
  next();
  return promise;
}

/** The words of documents in a language; English where it lacks one. */
export function wordsOfDocument(language: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from(messagesUnder(language, area), ([code, text]) => [code.slice(area.length + 1), text]),
  );
}

function next(): void {
  if (running) return;
  clearTimeout(idle);
  running = queue.shift();
  if (!running) {
    idle = setTimeout(() => void endThread(), idleTime).unref();
    return;
  }
  worker ??= startThread();
  worker.ref();
  worker.postMessage(running.job);
}

function startThread(): Worker {
  const started = new Worker(new URL('pdf-thread.ts', import.meta.url), {
    name: 'pdf',
    // The thread needs no arguments of the process, such as a watcher of files.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
  });
  const fail = (error: Error) => {
    if (worker === started) worker = undefined;
    const failed = running;
    running = undefined;
    failed?.reject(error);
    next();
  };
  started.on('message', (answer: PdfAnswer) => {
    const done = running;
    running = undefined;
    // A thread without work does not keep the process alive.
    started.unref();
    if ('problem' in answer) done?.reject(new Error(answer.problem));
    else
      done?.resolve({
        // The transferred bytes themselves, not a copy.
        pdf: Buffer.from(answer.pdf.buffer),
        pdfHash: Buffer.from(answer.pdfHash),
        xmlHash: Buffer.from(answer.xmlHash),
      });
    next();
  });
  started.on('error', fail);
  started.on('exit', () => {
    if (worker === started) fail(new Error('The thread of PDF documents has ended.'));
  });
  return started;
}

async function endThread(): Promise<void> {
  const ended = worker;
  worker = undefined;
  await ended?.terminate();
}
