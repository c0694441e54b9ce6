// Reads the address of a printer, such as `ipp://192.168.1.20`.
import { existsSync } from 'node:fs';
import { ippPrinter } from './ipp-printer.mjs';
import { Problem } from './problem.mjs';
import { rawPrinter } from './raw-printer.mjs';
import { windowsPrinter } from './windows-printer.mjs';

/** Where CUPS listens on Linux and macOS. */
const cupsSockets = ['/run/cups/cups.sock', '/var/run/cups/cups.sock', '/private/var/run/cupsd'];

export const examples = `  ipp://192.168.1.20          a printer with IPP (AirPrint, Mopria)
  ipps://192.168.1.20         the same, encrypted
  tls://192.168.1.20          a receipt printer with ESC/POS, encrypted (port 9143)
  raw://192.168.1.20          the same, not encrypted (port 9100)
  queue:Receipts              a printer of this machine, by its name`;

/** Throws in plain words for an address that names no printer. */
export function openPrinter(settings) {
  const { printer: address = '' } = settings.values;
  if (address.startsWith('queue:')) return queuePrinter(settings, address.slice('queue:'.length));
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const host = url?.hostname.replaceAll(/[[\]]/g, '');
  const open = { 'ipp:': ipp, 'ipps:': ipp, 'raw:': raw, 'socket:': raw, 'tls:': raw }[url?.protocol];
  if (!host || !open) {
    throw new Problem('noPrinter', `"${address}" is no address of a printer. These are:\n${examples}`);
  }
  return open(settings, url, host);
}

function ipp(settings, { protocol, hostname, port, pathname }, host) {
  const isEncrypted = protocol === 'ipps:';
  const number = Number(port) || 631;
  const httpPath = pathname.length > 1 ? pathname : '/ipp/print';
  const httpHost = `${hostname}:${number}`;
  return ippPrinter(settings, {
    ...{ to: { host, port: number }, isEncrypted, httpPath, httpHost },
    uri: `${protocol}//${httpHost}${httpPath}`,
  });
}

function raw(settings, { protocol, port }, host) {
  const isEncrypted = protocol === 'tls:';
  return rawPrinter(settings, { to: { host, port: Number(port) || (isEncrypted ? 9143 : 9100) }, isEncrypted });
}

/** CUPS speaks IPP itself, and so says what becomes of each paper; `lp` would not. */
function queuePrinter(settings, queue) {
  if (!queue) throw new Problem('noPrinter', 'Write the name of the printer behind "queue:".');
  if (process.platform === 'win32') return windowsPrinter(settings, queue);
  const path = settings.values.cups ?? process.env.CUPS_SERVER ?? cupsSockets.find((socket) => existsSync(socket));
  if (!path?.startsWith('/')) throw new Problem('noPrinter', 'CUPS, the print system of this machine, does not run.');
  const httpPath = `/printers/${encodeURIComponent(queue)}`;
  return ippPrinter(settings, { to: { path }, httpPath, httpHost: 'localhost', uri: `ipp://localhost${httpPath}` });
}
