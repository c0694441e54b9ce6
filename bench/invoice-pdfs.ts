// Measures the cost of the documents of invoices: PDF/A with their XML, made in a worker thread.
import { text } from 'node:stream/consumers';
import { spawnAsStarted } from './lib/child.ts';
import type { PdfCosts } from './lib/make-pdfs.ts';
import type { Row } from './lib/report.ts';

export async function benchInvoicePdfs(): Promise<Row[]> {
  const program = new URL('lib/make-pdfs.ts', import.meta.url).pathname;
  const child = await spawnAsStarted(program, [], { flags: '--expose-gc' });
  const { cpu, p99, withThread, afterwards }: PdfCosts = JSON.parse(await text(child.stdout));
  const mb = (value: number) => `${value >= 0 ? '+' : ''}${value.toFixed(0)} MB`;
  return [
    {
      label: 'PDF and XML of an invoice of 3 to 7 lines, CPU of the process',
      value: `${cpu.toFixed(0)} ms`,
      target: '<= 300 ms',
      isMet: cpu <= 300,
    },
    {
      label: 'Delay of the main thread meanwhile, p99',
      value: `${p99.toFixed(1)} ms`,
      target: '<= 20 ms',
      isMet: p99 <= 20,
    },
    {
      label: 'Memory after 300 documents; after the idle thread has ended',
      value: `${mb(withThread)}; ${mb(afterwards)}`,
      target: '<= +60 MB',
      isMet: Math.max(withThread, afterwards) <= 60,
    },
  ];
}
