// The door of Epson printers: Server Direct Print, at `api/hooks/epson/{key}` (Server Direct Print User's Manual).
//
// The answer to a request is the paper itself. Whether it has come, no later request says: a printer also asks while it
// prints. So a paper is never sent twice; without a result it becomes uncertain.
import type { FastifyInstance } from 'fastify';
import type { DeviceFault, PrintReason } from '#contract/devices/print-jobs.ts';
import type { Services } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { handOver } from '../../jobs/hand-over.ts';
import { settleJob } from '../../jobs/settle-job.ts';
import { peekJob } from '../../jobs/waiting-jobs.ts';
import { admitDevice } from '../admit-device.ts';
import type { DoorDevice } from '../device-directory.ts';
import { rememberFault } from '../device-facts.ts';
import { bytesOf } from '../door-bodies.ts';
import { faultOfAsb, faultOfCode } from './asb-status.ts';
import { printRequest } from './print-request.ts';
import { type EpsonResult, readAsb, readForm, readResults } from './read-form.ts';

export async function epsonDoor(server: FastifyInstance, { services }: { services: Services }): Promise<void> {
  server.post<{ Params: { key: string } }>('/api/hooks/epson/:key', { compress: false }, async (request, reply) => {
    const { params, ip } = request;
    const device = await admitDevice(services, { door: 'epson', key: params.key, address: ip });
    const { connectionType, responseFile, status } = readForm(bytesOf(request));
    // Without content: no paper, or thanks.
    let answer = '';
    if (connectionType === 'GetRequest') answer = await nextPaper(services, device);
    else if (connectionType === 'SetResponse') await takeResults(services, device, readResults(responseFile));
    else if (connectionType === 'SetStatus') await takeStatus(services, device, readAsb(status));
    else throw new Refusal(400, 'error.body');
    return reply.type('text/xml; charset=utf-8').send(answer);
  });
}

/** The answer may have 2 MB; a row at 80 mm takes 96 bytes of it. */
const usualHeight = 15_000;

async function nextPaper(services: Services, device: DoorDevice): Promise<string> {
  if (device.isPaused || !device.hasWork) return '';
  // Most requests while a paper is printed end here.
  const offered = await peekJob(services, device);
  const job = offered && (await handOver(services, device, { shortId: offered.shortId, usualHeight }));
  // Two printers with one key, or one that did not wait for the answer.
  if (!job || job.isRepeated) return '';
  return printRequest(job.shortId, job.paper);
}

async function takeResults(services: Services, device: DoorDevice, results: readonly EpsonResult[]): Promise<void> {
  for (const { jobId, isPrinted, code, asb } of results) {
    const fault = (asb === undefined ? undefined : faultOfAsb(asb)) || faultOfCode(code);
    if (fault !== undefined || isPrinted) await rememberFault(services, device, fault ?? '');
    // The paper is being printed.
    if (code === 'Printing') continue;
    const job = jobId === undefined ? 'handed' : { shortId: jobId };
    const result = isPrinted
      ? { outcome: 'printed' as const }
      : { outcome: 'failed' as const, reason: reasonOf(code, fault) };
    await settleJob(services, device, { job, code, ...result });
  }
}

/** Printers say `EX_TIMEOUT` when they could not print for as long as the request allows. */
function reasonOf(code: string, fault: DeviceFault | '' | undefined): PrintReason {
  if (fault) return fault;
  return /^(EX_TIMEOUT|EX_SPOOLER|PrintSystemError)$/.test(code) ? 'error' : 'rejected';
}

async function takeStatus(services: Services, device: DoorDevice, asb: number | undefined): Promise<void> {
  if (asb !== undefined) await rememberFault(services, device, faultOfAsb(asb));
}
