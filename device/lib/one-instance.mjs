// Lets one agent run for a device on this machine: two would not know of each other's papers.
import { unlink } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from './problem.mjs';

/** Throws when another one runs. The operating system lets go when this process ends, however it ends. */
export async function assertOnlyInstance(device) {
  const name = `daybook-agent-${device.replaceAll(/[^\w-]/g, '')}`;
  const address = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.socket`);
  if (await listens(address)) return;
  if (await answers(address)) throw new Problem('twice', 'The agent of this device already runs on this machine.');
  // Left behind by an agent that was killed.
  await unlink(address).catch(() => {});
  if (!(await listens(address))) throw new Problem('twice', `Another agent uses ${address}.`);
}

const listens = (address) =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(false));
    server.listen(address, () => {
      server.unref();
      // Closing it removes its file.
      process.once('exit', () => server.close());
      resolve(true);
    });
  });

const answers = (address) =>
  new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
