// Runs the agent in a folder of its own, as a person does who unpacked its package.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const deviceFolder = fileURLToPath(new URL('../../../device', import.meta.url));

export interface AgentFolder {
  path: string;
  /** All that the agent has printed on its output. */
  output: string;
  start(...args: string[]): RunningAgent;
  settings(): Promise<Record<string, unknown>>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface RunningAgent {
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>;
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Shorter than those of people's machines. */
const waits = { connect: 2, answer: 2, status: 0.6, now: 0.3, busy: 1, look: 0.05, hold: 1, retry: 0.05, gone: 0.05 };

/** `settings` go to `agent.json`. `files`: those of a package, by their names; else those of the product. */
export async function agentFolder(
  settings: Record<string, unknown>,
  files?: ReadonlyMap<string, Buffer>,
): Promise<AgentFolder> {
  const path = await mkdtemp(join(tmpdir(), 'daybook-agent-'));
  if (!files) await cp(deviceFolder, path, { recursive: true });
  for (const [name, content] of files ?? []) {
    await mkdir(join(path, dirname(name)), { recursive: true });
    await writeFile(join(path, name), content);
  }
  await writeFile(join(path, 'agent.json'), JSON.stringify({ waits, ...settings }));
  const running = new Set<ChildProcess>();
  const folder: AgentFolder = {
    path,
    output: '',
    start(...args) {
      const child = spawn(process.execPath, [join(path, 'agent.mjs'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
      running.add(child);
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          folder.output += text;
        });
      }
      const ended = once(child, 'close').then(([code]) => {
        running.delete(child);
        return code as number | null;
      });
      return {
        ended,
        end(signal = 'SIGTERM') {
          child.kill(signal);
          return ended;
        },
      };
    },
    settings: async () => JSON.parse(await readFile(join(path, 'agent.json'), 'utf8')),
    async [Symbol.asyncDispose]() {
      for (const child of running) {
        child.kill('SIGKILL');
        await once(child, 'close');
      }
      await rm(path, { recursive: true, force: true });
    },
  };
  return folder;
}
