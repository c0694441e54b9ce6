// The settings of the agent: `agent.json` beside it. It contains the key of the device, so only its owner can read it.
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from './problem.mjs';
import { storeFile } from './store-file.mjs';

/** Seconds to wait. `agent.json` can change them under `waits`. */
const waits = {
  /** Until a connection is open. */
  connect: 10,
  /** For an answer to a request. */
  answer: 60,
  /** For the end of a paper, while the printer is not kept from printing. */
  status: 30,
  /** For an answer about the present state, which printers give at once. */
  now: 2,
  /** While a paper cannot be read, before Daybook gets it back: it is uncertain there after 120 seconds. */
  read: 60,
  /** While a printer takes no paper, before Daybook gets the paper back. */
  busy: 60,
  /** Between two looks at a printer that is busy or prints. */
  look: 2,
  /** For which Daybook may hold the question of a register, so that its drawer opens at once. */
  hold: 20,
  /** Between two attempts while Daybook cannot be reached. */
  retry: 10,
  /** Between two attempts while Daybook does not know the key. */
  gone: 60,
};

/**
 * Reads the settings of a folder. Throws in plain words for a file that is missing or wrong.
 *
 * `server`, `device`, `name`, `kind` (`printer` or `register`), `application` (its version), then `code` (until the
 * first start) or `key`, `printer` (an address) and `printerCertificate` (its fingerprint, after the first connection).
 */
export async function openSettings(folder) {
  const path = join(folder, 'agent.json');
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Problem('settings', `There is no ${path}. Unpack the whole package that you downloaded from Daybook.`);
  });
  const values = parse(path, text);
  if (process.platform !== 'win32') await chmod(path, 0o600);
  const { server, device } = values;
  if (typeof server !== 'string' || typeof device !== 'string') {
    throw new Problem('settings', `${path} lacks "server" or "device". Download the package again.`);
  }
  assertPrivate(server);
  return {
    folder,
    values,
    waits: { ...waits, ...values.waits },
    async change(changes) {
      Object.assign(values, changes);
      await storeFile(path, `${JSON.stringify(values, null, 2)}\n`);
    },
  };
}

function parse(path, text) {
  try {
    const values = JSON.parse(text);
    if (typeof values === 'object' && values !== null) return values;
  } catch {
    // The message of the parser would show parts of the file, which contains the key.
  }
  throw new Problem('settings', `${path} is not valid JSON. Mend it, or download the package again.`);
}

/** The key goes over encrypted connections only, or stays on this machine. */
function assertPrivate(server) {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url?.hostname ?? '');
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere)) return;
  throw new Problem('settings', `The address of Daybook must begin with https:// (it is ${server}).`);
}
