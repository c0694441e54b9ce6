// Sends one request of the Internet Printing Protocol to a printer.
import { request } from 'node:http';
import { connectPrinter } from './connect-printer.mjs';
import { decodeResponse, encodeRequest } from './ipp-message.mjs';
import { describeFailure, NotTaken, Problem, refused } from './problem.mjs';

/** Bytes of the longest answer. */
const maxAnswer = 1024 * 1024;

/**
 * Returns a function that sends a request and returns the answer. It throws `NotTaken` as long as nothing was sent, and
 * `Problem` once the printer may have something. `isOpen` is awaited between both.
 */
export function ippCaller(settings, { to, uri, isEncrypted, httpPath, httpHost }) {
  let lastRequest = 0;
  return async function call(operation, attributes, { document, isOpen = () => {} } = {}) {
    const socket = await connectPrinter(settings, to, { isEncrypted });
    try {
      await isOpen();
      const all = [['printer-uri', 'uri', uri], ...attributes];
      const head = encodeRequest({ operation, requestId: ++lastRequest, attributes: all });
      const body = document ? Buffer.concat([head, document]) : head;
      const answer = await post(socket, { body, path: httpPath, host: httpHost, seconds: settings.waits.answer });
      assertHttp(answer.status, uri);
      return decode(answer.body);
    } finally {
      socket.destroy();
    }
  };
}

function assertHttp(status, uri) {
  if (status === 401 || status === 403) throw refused('password', 'The printer demands a password.');
  if (status === 426) throw refused('encryption', 'The printer demands encryption: its address begins with ipps://.');
  if (status === 503) throw new NotTaken('busy', 'The printer is busy.');
  if (status >= 300 && status < 500) throw refused('address', `There is no printer at ${uri} (HTTP ${status}).`);
  if (status !== 200) throw new Problem('printer', `The printer failed (HTTP ${status}).`);
}

function post(socket, { body, path, host, seconds }) {
  const { promise, resolve, reject } = deferred();
  const fail = (error) => reject(new Problem('cut', `The printer did not answer: ${describeFailure(error)}.`));
  const timeout = Object.assign(new Error(), { code: 'ETIMEDOUT' });
  const timer = setTimeout(() => socket.destroy(timeout), seconds * 1_000);
  socket.on('error', () => {});
  const length = body.length;
  const headers = { host, 'content-type': 'application/ipp', 'content-length': length, connection: 'close' };
  const asked = request({ method: 'POST', path, headers, createConnection: () => socket });
  asked.on('error', fail);
  asked.on('response', (response) => {
    readAll(response).then((content) => resolve({ status: response.statusCode, body: content }), fail);
  });
  asked.end(body);
  return promise.finally(() => clearTimeout(timer));
}

async function readAll(response) {
  const pieces = [];
  let length = 0;
  for await (const piece of response) {
    pieces.push(piece);
    length += piece.length;
    if (length > maxAnswer) throw new Error('the answer is too long');
  }
  return Buffer.concat(pieces);
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function deferred() {
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
}

function decode(body) {
  try {
    return decodeResponse(body);
  } catch (error) {
    throw new Problem('printer', `The printer does not speak IPP: ${error.message}`);
  }
}
