// Polls as many printers do, from a thread of its own: each at its interval, and with the results of what it prints.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { parentPort, Worker, workerData } from 'node:worker_threads';

export interface PolledDevice {
  door: 'star' | 'epson';
  key: string;
}

interface Begin {
  url: string;
  devices: readonly PolledDevice[];
  /** Between two polls of a device (ms). */
  interval: number;
}

export interface Polled {
  polls: number;
  /** Answers other than 200. */
  refused: number;
  /** When each paper came, by the name that printers know it by (ms since 1970). */
  papers: Record<string, number>;
}

export interface Polling {
  begin(): void;
  /** Resolves once no answer is awaited any more. */
  pause(): Promise<Polled>;
  close(): Promise<void>;
}

export async function preparePolling(begin: Begin): Promise<Polling> {
  const worker = new Worker(new URL(import.meta.url), { workerData: begin });
  const next = async () => (await once(worker, 'message'))[0] as Polled;
  await next();
  return {
    begin: () => worker.postMessage('begin'),
    async pause() {
      worker.postMessage('pause');
      return next();
    },
    async close() {
      await worker.terminate();
    },
  };
}

if (parentPort) await work(parentPort, workerData as Begin);

async function work(port: NonNullable<typeof parentPort>, { url, devices, interval }: Begin): Promise<never> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  port.postMessage('ready');
  for (;;) {
    await once(port, 'message');
    const polled: Polled = { polls: 0, refused: 0, papers: {} };
    const underWay = new Set<Promise<void>>();
    const startedAt = performance.now();
    let next = 0;
    const timer = setInterval(() => {
      // Every device has its own moment of the interval.
      const due = ((performance.now() - startedAt) / interval) * devices.length;
      for (; next < due; next++) {
        const polling = poll(agent, { url, device: devices[next % devices.length] as PolledDevice, polled });
        underWay.add(polling);
        void polling.finally(() => underWay.delete(polling));
      }
    }, 5);
    await once(port, 'message');
    clearInterval(timer);
    await Promise.all(underWay);
    port.postMessage(polled);
  }
}

async function poll(agent: Agent, { url, device, polled }: { url: string; device: PolledDevice; polled: Polled }) {
  const address = `${url}/api/hooks/${device.door}/${device.key}`;
  const send = async (method: string, body: string, query = '') => {
    const { status, text } = await ask(agent, { address: `${address}${query}`, method, body });
    if (status !== 200) polled.refused += 1;
    return text;
  };
  polled.polls += 1;
  if (device.door === 'epson') {
    const paper = await send('POST', 'ConnectionType=GetRequest&ID=till&Name=X5EP000001');
    const [, id] = /<printjobid>(\w+)</.exec(paper) ?? [];
    if (!id) return;
    polled.papers[id] = Date.now();
    const file = `<PrintResponseInfo Version="2.00"><ePOSPrint><Parameter><printjobid>${id}</printjobid></Parameter><PrintResponse><response success="true" code=""/>`;
    await send('POST', `ConnectionType=SetResponse&ID=till&ResponseFile=${encodeURIComponent(file)}`);
    return;
  }
  const state = { status: '23 6 0 0 0 0 0 0 0 ', printerMAC: '00:11:e5:06:04:ff', statusCode: '200%20OK' };
  const answer = JSON.parse(await send('POST', JSON.stringify({ ...state, clientAction: null })));
  if (!answer.jobReady) return;
  await send('GET', '', `?type=image/png&token=${answer.jobToken}`);
  polled.papers[answer.jobToken.split('-')[0]] = Date.now();
  await send('DELETE', '', `?code=200%20OK&token=${answer.jobToken}`.replaceAll(' ', '%20'));
}

function ask(
  agent: Agent,
  { address, method, body }: { address: string; method: string; body: string },
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { agent, method }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('error', reject).on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', reject).end(body);
  });
}
