// Opens a connection to a printer, encrypted or not.
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describeFailure, NotTaken } from './problem.mjs';

/**
 * Returns an open socket. `to` is `{ host, port }` or `{ path }`. Printers sign their own certificates: the agent
 * remembers the first one it sees and talks to no other. Throws `NotTaken`: nothing was sent.
 */
export async function connectPrinter(settings, to, { isEncrypted = false } = {}) {
  const { waits } = settings;
  const where = to.path ?? `${to.host}:${to.port}`;
  const socket = isEncrypted
    ? connectTls({
        ...to,
        rejectUnauthorized: false,
        minVersion: 'TLSv1.2',
        ...(isName(to.host) && { servername: to.host }),
      })
    : connect(to);
  await new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail({ code: 'ETIMEDOUT' }), waits.connect * 1_000);
    function fail(error) {
      clearTimeout(timer);
      socket.destroy();
      const code = error.code?.startsWith?.('ERR_SSL') ? 'encryption' : 'unreachable';
      reject(new NotTaken(code, `The printer cannot be reached at ${where}: ${describeFailure(error)}.`));
    }
    socket.once('error', fail);
    socket.once(isEncrypted ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      // Each use hears of a broken connection by its own waits; one that breaks between them must not end the agent.
      socket.on('error', () => {});
      resolve();
    });
  });
  if (isEncrypted) await checkCertificate(settings, socket, where);
  return socket;
}

const isName = (host) => !/^[\d.]+$|:/.test(host);

async function checkCertificate(settings, socket, where) {
  const fingerprint = socket.getPeerX509Certificate()?.fingerprint256 ?? '';
  const known = settings.values.printerCertificate;
  if (fingerprint === known && known) return;
  if (!known) return settings.change({ printerCertificate: fingerprint });
  socket.destroy();
  throw new NotTaken(
    'certificate',
    `${where} has another certificate than at the first connection. If the printer was replaced or reset, remove ` +
      '"printerCertificate" from agent.json and start the agent again.',
  );
}
