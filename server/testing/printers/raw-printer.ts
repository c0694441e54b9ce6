// A receipt printer with ESC/POS on a raw port for tests: prints what it gets, answers questions about its state, and
// can simulate faults.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type PrintedPaper, paperReaders } from '#server/testing/paper/read-paper.ts';

/**
 * Happens to the next papers, one each: the connection is cut before the first picture (`cutBefore`), after it
 * (`cutIn`), or after the paper and before the answer (`cutAfter`); `noEnd` never says that the paper is printed.
 */
export type RawFault = 'cutBefore' | 'cutIn' | 'cutAfter' | 'noEnd';

export interface RawPrinter {
  address: string;
  /** Whole papers, in order. */
  papers: PrintedPaper[];
  /** Papers of which anything came out. */
  begun: number;
  /** How often the drawer was opened, and how often at once, beside the buffer. */
  drawer: { opened: number; now: number };
  faults: RawFault[];
  /** `mute`: takes all bytes, answers nothing and prints nothing, as printers do that demand encryption. */
  state: 'ready' | 'paperOut' | 'coverOpen' | 'mute';
  /** Is called when the first bytes of a paper have arrived. */
  onPaper: () => void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Answers to DLE EOT 1 to 4 (Epson's fixed bits: 0x12). */
const answers: Record<'ready' | 'paperOut' | 'coverOpen', readonly number[]> = {
  ready: [0x12, 0x12, 0x12, 0x12],
  paperOut: [0x1a, 0x32, 0x12, 0x72],
  coverOpen: [0x1a, 0x16, 0x12, 0x12],
};

export async function openRawPrinter(): Promise<RawPrinter> {
  const sockets = new Set<Socket>();
  const printer: RawPrinter = {
    address: '',
    ...{ papers: [], begun: 0, drawer: { opened: 0, now: 0 }, faults: [], state: 'ready', onPaper: () => {} },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    let waiting: Buffer = Buffer.alloc(0);
    let paper: Buffer[] = [];
    let fault: RawFault | undefined;
    socket.on('data', (bytes: Buffer) => {
      const { state } = printer;
      if (state === 'mute') return;
      waiting = Buffer.concat([waiting, bytes]);
      for (let next = takeCommand(waiting); next; next = takeCommand(waiting)) {
        const { kind, command } = next;
        if (kind === 'askNow') socket.write(Buffer.of(answers[state][(command[2] ?? 1) - 1] ?? 0x12));
        else if (kind === 'pulseNow') printer.drawer.now++;
        else if (state !== 'ready') break;
        if (kind === 'pulse') printer.drawer.opened++;
        if (kind === 'begin') {
          fault = printer.faults.shift();
          printer.onPaper();
          if (fault === 'cutBefore') return socket.destroy();
        }
        if (kind === 'picture' && !paper.some((piece) => piece[0] === 0x1d)) printer.begun++;
        if (kind === 'askEnd' && fault !== 'noEnd') socket.write(Buffer.of(0x00));
        if (kind === 'begin' || kind === 'picture' || kind === 'cut') paper.push(command);
        waiting = waiting.subarray(command.length);
        if (kind === 'picture' && fault === 'cutIn') return socket.destroy();
        if (kind === 'cut') {
          printer.papers.push(paperReaders.escPos(Buffer.concat(paper)));
          paper = [];
          if (fault === 'cutAfter') return socket.destroy();
        }
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  printer.address = `raw://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return printer;
}

interface Command {
  kind: 'askNow' | 'askEnd' | 'begin' | 'picture' | 'cut' | 'pulse' | 'pulseNow';
  command: Buffer;
}

/** The next command; undefined until all of it has arrived. */
function takeCommand(bytes: Buffer): Command | undefined {
  const [first, second] = bytes;
  const of = (kind: Command['kind'], length: number): Command | undefined =>
    bytes.length >= length ? { kind, command: bytes.subarray(0, length) } : undefined;
  if (first === 0x10 && second === 0x04) return of('askNow', 3);
  if (first === 0x10 && second === 0x14) return of('pulseNow', 5);
  if (first === 0x1b && second === 0x70) return of('pulse', 5);
  if (first === 0x1d && second === 0x72) return of('askEnd', 3);
  if (first === 0x1b && second === 0x40) return of('begin', 2);
  if (first === 0x1d && second === 0x56) return of('cut', 4);
  if (first === 0x1d && second === 0x76 && bytes.length >= 8) {
    return of('picture', 8 + bytes.readUInt16LE(4) * bytes.readUInt16LE(6));
  }
  return undefined;
}
