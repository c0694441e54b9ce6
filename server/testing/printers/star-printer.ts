// A Star printer that polls over HTTP (Star CloudPRNT Protocol Guide 2.4), with the faults of networks and printers.
import type { PaperMedium } from '#server/devices/paper/media/paper-media.ts';
import { type Cut, CutConnection, exchange, type PrinterAnswer, type PrinterRequest } from './exchange.ts';
import { PaperTray } from './paper-tray.ts';

type Step = 'poll' | 'fetch' | 'report';

export interface StarOptions {
  /** Of the server, with the key. */
  url: string;
  /** Firmware before 1.8 (IFBD-HI01X) and 3.2 (mC-Print) ignores `jobToken`. */
  isOld?: boolean;
  encodings?: readonly string[];
  /** Media that it accepts and cannot decode: code 511. */
  cannotDecode?: readonly string[];
  /** How often it reports again when a report found no answer. */
  reportRetries?: number;
}

/** When the printer loses its power, and forgets everything: before, in the middle of or after printing. */
export type PowerLoss = 'before' | 'within' | 'after';

const media: Record<string, PaperMedium> = { 'image/png': 'png', 'application/vnd.star.starprnt': 'starPrnt' };

interface Job {
  token: string | undefined;
  type: string;
}

export class StarPrinter {
  readonly tray = new PaperTray();
  /** Answers of the server to polls, in order. */
  readonly polled: Record<string, unknown>[] = [];
  /** Codes that it reported, in order, and the status of each answer. */
  readonly reported: [code: string, status: number][] = [];
  /** Connections that will be cut, each once. */
  readonly cuts: Partial<Record<Step, Cut>> = {};
  powerLoss: PowerLoss | undefined;
  /** Its state, such as `410 Out of paper`. */
  status = '200 OK';
  printingInProgress = false;
  /** Reports wait in it until `sendLateReports`. */
  reportsLate = false;
  /** Sends each report this often. */
  reportCount = 1;
  readonly #options: Required<StarOptions>;
  #late: PrinterRequest[] = [];

  constructor(options: StarOptions) {
    const encodings = ['text/plain', ...Object.keys(media)];
    this.#options = { isOld: false, encodings, cannotDecode: [], reportRetries: 0, ...options };
  }

  /** The server has another address. */
  moveTo(url: string): void {
    this.#options.url = url;
  }

  /** Polls once, follows what the server asks, and prints what it has. */
  async cycle(): Promise<void> {
    const answer = await this.#poll(null);
    const actions = answer?.clientAction as { request: string }[] | undefined;
    // Asked for an action, it polls again at once, and leaves a job for later.
    const next = actions?.length ? await this.#poll(actions.map((action) => this.#act(action))) : answer;
    if (next?.jobReady !== true || !this.status.startsWith('2')) return;
    const type = this.#options.encodings.find((one) => (next.mediaTypes as string[]).includes(one));
    const token = this.#options.isOld ? undefined : (next.jobToken as string | undefined);
    if (type === undefined) return this.#report({ token, type: '' }, '510 Incompatible media type');
    await this.#print({ token, type });
  }

  async sendLateReports(): Promise<void> {
    const requests = this.#late;
    this.#late = [];
    for (const request of requests) await this.#send('report', request);
  }

  async #poll(clientAction: unknown): Promise<Record<string, unknown> | undefined> {
    const { status, printingInProgress } = this;
    const statusCode = encodeURIComponent(status);
    const answer = await this.#send('poll', {
      method: 'POST',
      url: this.#options.url,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        ...{ status: '23 6 0 0 0 0 0 0 0 ', printerMAC: '00:11:e5:06:04:ff', statusCode, clientAction },
        // Since 1.4.
        ...(!this.#options.isOld && { printingInProgress }),
      }),
    });
    if (answer?.status !== 200) return undefined;
    const said = JSON.parse(answer.body.toString()) as Record<string, unknown>;
    this.polled.push(said);
    return said;
  }

  #act({ request }: { request: string }) {
    const results: Record<string, string> = {
      ClientType: 'Star mC-Print3',
      ClientVersion: '1.2',
      Encodings: this.#options.encodings.join('; '),
    };
    return { request, result: results[request] ?? '' };
  }

  async #print(job: Job): Promise<void> {
    const { url, cannotDecode } = this.#options;
    const answer = await this.#send('fetch', { method: 'GET', url: `${url}?${query({ ...job, mac })}` });
    // "Other than 200: issue DELETE with 520", and the same when the download ends too early.
    if (answer?.status !== 200) return this.#report(job, '520 Download timeout');
    const medium = media[answer.headers['content-type'] ?? ''];
    if (!medium || cannotDecode.includes(job.type)) return this.#report(job, '511 Media decoding error');
    if (this.powerLoss === 'before') return this.#restart();
    // A picture has no cut of its own.
    const isCut = medium === 'png' && answer.headers['x-star-cut'] !== 'none';
    if (this.powerLoss === 'within') {
      this.tray.printHalf(medium, answer.body);
      return this.#restart();
    }
    this.tray.print(medium, answer.body, isCut);
    if (this.powerLoss === 'after') return this.#restart();
    await this.#report(job, '200 OK');
  }

  #restart(): void {
    this.powerLoss = undefined;
    this.#late = [];
  }

  async #report({ token }: Job, code: string): Promise<void> {
    const url = (retry: number) =>
      `${this.#options.url}?${query({ mac, code, token, ...(retry > 0 && { retry: String(retry) }) })}`;
    const request = (retry: number): PrinterRequest => ({
      method: 'DELETE',
      url: url(retry),
      headers: { 'Content-Type': 'application/json' },
    });
    for (let count = 0; count < this.reportCount; count++) {
      if (this.reportsLate) this.#late.push(request(0));
      else {
        for (let retry = 0; retry <= this.#options.reportRetries; retry++) {
          const answer = await this.#send('report', request(retry));
          if (answer) this.reported.push([code, answer.status]);
          if (answer?.status === 200) break;
        }
      }
    }
  }

  async #send(step: Step, request: PrinterRequest): Promise<PrinterAnswer | undefined> {
    const cut = this.cuts[step];
    delete this.cuts[step];
    try {
      return await exchange(request, cut);
    } catch (error) {
      if (error instanceof CutConnection) return undefined;
      throw error;
    }
  }
}

const mac = '00:11:e5:06:04:ff';

function query(fields: Record<string, string | undefined>): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`)
    .join('&');
}
