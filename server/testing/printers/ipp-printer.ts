// A printer with IPP for tests: a real server on loopback that decodes papers to rows, and can simulate faults.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PrintedPaper, paperReaders } from '#server/testing/paper/read-paper.ts';
import { encodeIpp, type IppRequest, readIpp } from './ipp-wire.ts';

/**
 * Happens to the next papers, one each: `busy` answers server-error-busy; `cutBefore` ends the connection before the
 * document, `cutIn` in its middle (the printer prints what it has), `cutAfter` after it, and `silent` never answers;
 * `aborted` takes the paper and gives it up, `stays` never prints it, `slow` prints it when it is asked thrice.
 */
export type IppFault = 'busy' | 'cutBefore' | 'cutIn' | 'cutAfter' | 'silent' | 'aborted' | 'stays' | 'slow';

interface Job {
  id: number;
  name: string;
  state: number;
  /** Questions until it is printed. */
  left: number;
  document: Buffer;
  format: string;
}

export interface IppPrinter {
  address: string;
  /** Whole papers, in order. */
  papers: PrintedPaper[];
  /** Papers of which anything came out. */
  begun: number;
  /** Names of the jobs that it took. */
  jobs: string[];
  faults: IppFault[];
  /** As in `printer-state-reasons`; it then is stopped. */
  reasons: string[];
  formats: string[];
  /** Is called when the first bytes of a document have arrived. */
  onDocument: () => void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Values of `job-state`. */
const [processing, stopped, cancelled, aborted, completed] = [5, 6, 7, 8, 9];
const formatReaders: Record<string, (bytes: Buffer) => PrintedPaper> = {
  'image/pwg-raster': paperReaders.pwg,
  'image/png': paperReaders.png,
};

export async function openIppPrinter(): Promise<IppPrinter> {
  const jobs: Job[] = [];
  const printer: IppPrinter = {
    address: '',
    ...{ papers: [], begun: 0, jobs: [], faults: [], reasons: [], onDocument: () => {} },
    formats: ['application/octet-stream', 'image/pwg-raster', 'image/png'],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  function print(job: Job): void {
    job.state = completed;
    printer.begun++;
    const read = formatReaders[job.format];
    if (read) printer.papers.push(read(job.document));
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    let fault: IppFault | undefined;
    let isPrintJob = false;
    // A cut ends this loop with an error, as a lost client does.
    for await (const piece of request as AsyncIterable<Buffer>) {
      if (pieces.length === 0) {
        isPrintJob = piece.readUInt16BE(2) === 0x02;
        if (isPrintJob) {
          fault = printer.faults.shift();
          printer.onDocument();
        }
        if (fault === 'cutBefore') return void request.socket.destroy();
      }
      pieces.push(piece);
      if (fault === 'cutIn' && Buffer.concat(pieces).length > Number(request.headers['content-length']) / 4) {
        printer.begun++;
        return void request.socket.destroy();
      }
    }
    const asked = readIpp(Buffer.concat(pieces));
    const answer = (status: number, groups: Parameters<typeof encodeIpp>[2] = []) => {
      response.writeHead(200, { 'content-type': 'application/ipp' });
      response.end(encodeIpp(status, asked.requestId, groups));
    };
    if (asked.operation === 0x0b) return answer(0, [[0x04, attributesOf(printer)]]);
    if (isPrintJob) {
      const status = fault === 'busy' ? 0x0507 : 0;
      const job = status === 0 ? queue(asked, fault) : undefined;
      if (fault === 'cutAfter') return void request.socket.destroy();
      if (fault === 'silent') return;
      if (!job) return answer(status || 0x040a);
      return answer(0, [[0x02, { 'job-id': ['integer', job.id], 'job-state': ['enum', job.state] }]]);
    }
    const job = jobs.find(({ id }) => id === asked.attributes['job-id']);
    if (!job) return answer(0x0406);
    if (asked.operation === 0x08 && job.state < cancelled) job.state = cancelled;
    if (job.state < cancelled && printer.reasons.length === 0 && --job.left < 0) print(job);
    const isStopped = job.state < cancelled && printer.reasons.length > 0;
    answer(0, [
      [0x02, { 'job-state': ['enum', isStopped ? stopped : job.state], 'job-state-reasons': ['keyword', 'none'] }],
    ]);
  }

  /** Undefined for a format that it does not read. */
  function queue({ attributes, document }: IppRequest, fault: IppFault | undefined): Job | undefined {
    const format = String(attributes['document-format']);
    if (!printer.formats.includes(format)) return undefined;
    const name = String(attributes['job-name']);
    const left = fault === 'slow' ? 3 : fault === 'stays' ? Number.POSITIVE_INFINITY : 0;
    const job: Job = { id: jobs.length + 1, name, state: processing, left, document, format };
    jobs.push(job);
    printer.jobs.push(name);
    if (fault === 'aborted') job.state = aborted;
    if (fault === 'cutAfter' || fault === 'silent') print(job);
    return job;
  }

  const server = createServer((request, response) => {
    take(request, response).catch(() => request.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  printer.address = `ipp://127.0.0.1:${(server.address() as AddressInfo).port}/ipp/print`;
  return printer;
}

function attributesOf({ reasons, formats }: IppPrinter): Parameters<typeof encodeIpp>[2][number][1] {
  return {
    'printer-state': ['enum', reasons.length > 0 ? 5 : 3],
    'printer-state-reasons': ['keyword', ...(reasons.length > 0 ? reasons : ['none'])],
    'printer-is-accepting-jobs': ['boolean', true],
    'document-format-supported': ['mimeMediaType', ...formats],
    'pwg-raster-document-type-supported': ['keyword', 'black_1', 'sgray_8'],
    'pwg-raster-document-resolution-supported': ['resolution', 203],
  };
}
