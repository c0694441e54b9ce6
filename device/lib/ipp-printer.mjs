// Prints over the Internet Printing Protocol (RFC 8011), and follows each paper to its end.
import { setTimeout as wait } from 'node:timers/promises';
import { ippCaller } from './ipp-call.mjs';
import { operations } from './ipp-message.mjs';
import { statusOfReasons, stopsPaper } from './printer-status.mjs';
import { NotTaken, Problem, refused } from './problem.mjs';

/** Formats in the order in which they are asked for. */
const formats = ['image/pwg-raster', 'image/png', 'application/vnd.epson.escpos', 'application/vnd.star.starprnt'];
/** Daybook writes PWG Raster of one bit a dot, at 203 dots an inch. */
const pwg = { type: 'black_1', dotsPerInch: 203 };

/** Answers by which a printer says that it has taken nothing now (RFC 8011, B.1.5). */
const tryAgain = { 1285: 'has a temporary error', 1286: 'accepts no papers now', 1287: 'is busy' };
const isSuccess = (status) => status < 0x0100;
const isClientError = (status) => status >= 0x0400 && status < 0x0500;
/** Values of `printer-state` and of `job-state`. */
const stopped = { printer: 5, job: 6 };

/** `to`: `{ host, port }` or `{ path }` of the connection; `uri`: the address that the printer knows itself by. */
export function ippPrinter(settings, address) {
  const call = ippCaller(settings, address);
  return {
    async look() {
      const answer = await call(operations.getPrinterAttributes, [['requested-attributes', 'keyword', ...ofPrinter]]);
      if (!isSuccess(answer.status))
        throw new Problem('printer', `The printer does not describe itself (${hex(answer)}).`);
      const isStopped = answer.first('printer-state') === stopped.printer;
      const status = statusOfReasons(answer.all('printer-state-reasons'), { isStopped });
      if (answer.first('printer-is-accepting-jobs') === false) status.push('paused');
      const media = readableOf(answer);
      if (media.length === 0) status.push('noFormat');
      return { status, media, isReady: !stopsPaper(status) };
    },
    async print({ bytes, medium, id, ...paper }, begin) {
      const attributes = [
        ['requesting-user-name', 'name', 'daybook'],
        ['job-name', 'name', `daybook-${id}`],
        ['document-format', 'mediaType', medium],
      ];
      const answer = await call(operations.printJob, attributes, { document: bytes, isOpen: begin });
      if (tryAgain[answer.status]) throw new NotTaken('busy', `The printer ${tryAgain[answer.status]}.`);
      if (isClientError(answer.status)) throw refused('refused', `The printer refused the paper (${hex(answer)}).`);
      const number = answer.first('job-id');
      if (!isSuccess(answer.status) || !Number.isInteger(number)) {
        throw new Problem('printer', `The printer failed at this paper (${hex(answer)}).`);
      }
      return follow(call, ['job-id', 'integer', number], { ...paper, waits: settings.waits });
    },
  };
}

/** Follows a paper until it ends. Cancels it when its time is over. */
async function follow(call, job, { deadline, onStatus, waits }) {
  let isCancelled = false;
  let end = deadline;
  let lastAnswer = performance.now();
  for (;;) {
    const request = [job, ['requested-attributes', 'keyword', ...ofJob]];
    const answer = await call(operations.getJobAttributes, request).catch((error) => error);
    if (!(answer instanceof Error)) {
      lastAnswer = performance.now();
      if (!isSuccess(answer.status)) return uncertain('forgotten', 'The printer took the paper and forgot it.');
      const outcome = outcomeOf(answer, isCancelled);
      if (outcome) return outcome;
      const isStopped = answer.first('job-state') === stopped.job;
      onStatus(statusOfReasons(answer.all('job-printer-state-reasons'), { isStopped }));
    } else if (performance.now() - lastAnswer > waits.answer * 1_000) {
      return uncertain('cut', `The printer took the paper, then: ${answer.message}`);
    }
    if (performance.now() >= end) {
      if (isCancelled) return uncertain('expired', 'The paper was not printed in time, and the printer keeps it.');
      isCancelled = true;
      end = performance.now() + waits.status * 1_000;
      await call(operations.cancelJob, [job]).catch(() => {});
    }
    await wait(waits.look * 1_000);
  }
}

const ofPrinter = [
  'printer-state',
  'printer-state-reasons',
  'printer-is-accepting-jobs',
  'document-format-supported',
  'pwg-raster-document-type-supported',
  'pwg-raster-document-resolution-supported',
];
const ofJob = ['job-state', 'job-state-reasons', 'job-printer-state-reasons'];

function readableOf(answer) {
  const supported = answer.all('document-format-supported');
  const types = answer.all('pwg-raster-document-type-supported');
  const resolutions = answer.all('pwg-raster-document-resolution-supported');
  const readsPwg = [
    types.length === 0 || types.includes(pwg.type),
    resolutions.length === 0 || resolutions.includes(pwg.dotsPerInch),
  ].every(Boolean);
  return formats.filter((format) => supported.includes(format) && (format !== 'image/pwg-raster' || readsPwg));
}

const uncertain = (code, reason) => ({ outcome: 'uncertain', code, reason });
const failed = (code, reason) => ({ outcome: 'failed', code, reason });
/** Values of `job-state` at the end. */
const ends = { 7: 'cancelled', 8: 'aborted', 9: 'completed' };

/** "Completed" is the word of the printer: it proves no paper, but there is no better one. */
function outcomeOf(answer, isCancelled) {
  const end = ends[answer.first('job-state')];
  const reasons = answer.all('job-state-reasons').filter((reason) => reason !== 'none');
  const why = reasons.length > 0 ? ` (${reasons.join(', ')})` : '';
  if (end === 'completed' && !reasons.includes('job-completed-with-errors')) {
    return { outcome: 'printed', code: '', reason: '' };
  }
  if (end === 'completed') return uncertain('errors', `The printer printed the paper with errors${why}.`);
  if (end === 'aborted') return failed('aborted', `The printer gave the paper up${why}.`);
  if (end !== 'cancelled') return undefined;
  return isCancelled
    ? failed('expired', 'The paper was not printed in time, and was cancelled at the printer.')
    : failed('cancelled', `The paper was cancelled at the printer${why}.`);
}

const hex = ({ status }) => `0x${status.toString(16).padStart(4, '0')}`;
