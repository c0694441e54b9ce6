// An Epson printer that polls over HTTP (Server Direct Print User's Manual, M00062910), with the faults of networks and
// printers.
import assert from 'node:assert/strict';
import { type Cut, CutConnection, exchange, type PrinterAnswer } from './exchange.ts';
import { PaperTray } from './paper-tray.ts';
import type { PowerLoss } from './star-printer.ts';

type Step = 'request' | 'response';

export interface EpsonOptions {
  /** Of the server, with the key. */
  url: string;
  /** The setting "URL Encode" of some models: off, the result comes as it is. */
  encodes?: boolean;
}

const head = '<?xml version="1.0" encoding="utf-8"?>';

export class EpsonPrinter {
  readonly tray = new PaperTray();
  /** Connections that will be cut, each once. */
  readonly cuts: Partial<Record<Step, Cut>> = {};
  powerLoss: PowerLoss | undefined;
  /** The code with which it fails to print, such as `EPTR_COVER_OPEN`. */
  failsWith: string | undefined;
  /** Refuses the next answer as a whole, as printers with Version 3.00 do. */
  rejects = false;
  /** Results wait in it until `sendLateResponses`. */
  responsesLate = false;
  /** Sends each result this often. */
  responseCount = 1;
  readonly #options: Required<EpsonOptions>;
  #late: string[] = [];

  constructor(options: EpsonOptions) {
    this.#options = { encodes: true, ...options };
  }

  /** The server has another address. */
  moveTo(url: string): void {
    this.#options.url = url;
  }

  /** Asks once, and prints what the server has. */
  async cycle(): Promise<void> {
    const answer = await this.#send('request', { ConnectionType: 'GetRequest', ID: 'till', Name: 'X5EP000001' });
    if (answer?.status !== 200 || answer.body.length === 0) return;
    const { jobId, eposPrint } = readRequest(answer);
    if (this.rejects) {
      this.rejects = false;
      return this.#respond(rejection);
    }
    if (this.powerLoss === 'before') return this.#restart();
    if (this.failsWith) return this.#respond(responseOf(jobId, this.failsWith));
    if (this.powerLoss === 'within') {
      this.tray.printHalf('epos', Buffer.from(eposPrint));
      return this.#restart();
    }
    this.tray.print('epos', Buffer.from(eposPrint));
    if (this.powerLoss === 'after') return this.#restart();
    await this.#respond(responseOf(jobId, ''));
  }

  /** Notifies the server of its state (chapter 4 of the manual). */
  async sendStatus(asb: string): Promise<void> {
    const Status = `${head}<statusmonitor Version="1.00"><printerstatus devicename="local_printer" asbstatus = "${asb}"/></statusmonitor>`;
    await this.#send('response', { ConnectionType: 'SetStatus', ID: '', Status });
  }

  async sendLateResponses(): Promise<void> {
    const files = this.#late;
    this.#late = [];
    for (const file of files) await this.#send('response', resultOf(file));
  }

  #restart(): void {
    this.powerLoss = undefined;
    this.#late = [];
  }

  async #respond(file: string): Promise<void> {
    for (let count = 0; count < this.responseCount; count++) {
      if (this.responsesLate) this.#late.push(file);
      else await this.#send('response', resultOf(file));
    }
  }

  async #send(step: Step, fields: Record<string, string>): Promise<PrinterAnswer | undefined> {
    const cut = this.cuts[step];
    delete this.cuts[step];
    const { url, encodes } = this.#options;
    const plain = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
    const body = encodes ? new URLSearchParams(fields).toString() : plain.join('&');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    try {
      const answer = await exchange({ method: 'POST', url, headers, body }, cut);
      if (answer.status === 200) assert.equal(answer.headers['content-type'], 'text/xml; charset=utf-8');
      return answer;
    } catch (error) {
      if (error instanceof CutConnection) return undefined;
      throw error;
    }
  }
}

const resultOf = (ResponseFile: string) => ({ ConnectionType: 'SetResponse', ID: 'till', ResponseFile });

/** Reads an answer as strictly as a printer, which drops all others in silence. */
function readRequest({ body }: PrinterAnswer): { jobId: string; eposPrint: string } {
  assert.ok(body.length <= 2 * 2 ** 20, 'the manual allows 2 MB');
  const form =
    /^<\?xml version="1\.0" encoding="utf-8"\?><PrintRequestInfo Version="2\.00"><ePOSPrint><Parameter><devid>local_printer<\/devid><timeout>60000<\/timeout><printjobid>([A-Za-z0-9]{1,30})<\/printjobid><\/Parameter><PrintData>(<epos-print .*<\/epos-print>)<\/PrintData><\/ePOSPrint><\/PrintRequestInfo>$/s;
  const [, jobId, eposPrint] = form.exec(body.toString()) ?? [];
  assert.ok(jobId && eposPrint, `not of Version 2.00: ${body.toString().slice(0, 300)}`);
  return { jobId, eposPrint };
}

/** Without a code, the paper was printed. The closing tags are those of the manual's examples, which do not match. */
function responseOf(jobId: string, code: string): string {
  const status = code === 'EPTR_REC_EMPTY' ? 0x0f08001c : code === 'EPTR_COVER_OPEN' ? 0x0f00003c : 0x0f000016;
  return `${head}<PrintResponseInfo Version="2.00"><ePOSPrint><Parameter><devid>local_printer</devid><printjobid>${jobId}</printjobid></Parameter><PrintResponse><response xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print" success="${code === ''}" code="${code}" status="${status}" battery="0"/></PrintResponseInfo></ePOSPrint></PrintResponseInfo>`;
}

/** Names no job. */
const rejection = `${head}<PrintResponseInfo Version="3.00"><ServerDirectPrint><Response Success="false"><ErrorSummary>Data size is exceeded</ErrorSummary><ErrorDetail>Too big print request</ErrorDetail></Response></ServerDirectPrint></PrintResponseInfo>`;
