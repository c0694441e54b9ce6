// Makes documents of invoices in a process of its own, and prints what that cost: for bench/invoice-pdfs.ts.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePdf } from '#server/money/invoices/pdf/make-pdf.ts';
import { buildDocument } from '#server/testing/build/document.ts';

export interface PdfCosts {
  /** Of the whole process for each document (ms). */
  cpu: number;
  /** Delay of the main thread (ms). */
  p99: number;
  /** Growth of the memory (MB): with the thread, and after it has ended. */
  withThread: number;
  afterwards: number;
}

const count = 300;
const megabytes = () => {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1024 / 1024;
};

const document = (index: number) =>
  buildDocument({ nets: Array.from({ length: 3 + (index % 5) }, (_, line) => 2900 + line) });

// The words of all languages are part of the product's memory, not of the documents'.
await makePdf(document(0), 'de');
await sleep(12_000);
const before = megabytes();
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const begun = process.cpuUsage();
for (let index = 0; index < count; index++) await makePdf(document(index), index % 2 ? 'de' : 'lv');
const used = process.cpuUsage(begun);
delay.disable();
const withThread = megabytes() - before;
await sleep(12_000);
const costs: PdfCosts = {
  cpu: (used.user + used.system) / 1000 / count,
  // The resolution is part of each measurement.
  p99: delay.percentile(99) / 1e6 - 1,
  withThread,
  afterwards: megabytes() - before,
};
console.log(JSON.stringify(costs));
