// The backup of a company with 100,000 events and 1 GB of files, in the process that serves others: its memory, and how
// long small calls of another company take meanwhile.
import { randomBytes } from 'node:crypto';
import { link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyArchive } from '#server/lib/files/archive.ts';
import { addBackup } from '#server/operations/backups/store.ts';
import { buildBusiness, buildFile, signIn } from '#server/testing/build.ts';
import { startChild } from './lib/child.ts';
import { percentile, type Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const mebibyte = 2 ** 20;
const files = 100;
const fileSize = 10 * mebibyte;
/** Maximum growth of the process (MiB), and of the time of others' calls. */
const maxGrowth = 100;
const maxRatio = 2;
/** Between two calls (ms), over four connections: a company at work, not a flood. */
const interval = 20;
const clients = 4;
const idleSeconds = 20;

export async function benchBackup(world: World): Promise<Row[]> {
  const { services, people } = world;
  const { write } = services.database;
  const companyId = people[0]?.companyId ?? '';
  const other = await buildBusiness(services, { actions: ['admin'], sessionActiveMinutes: 1440 });
  const { cookie } = await signIn(services, other.employee);
  await addFiles(world, { id: companyId });
  const { dataDir } = services.config;
  const app = await startChild('serve-app.ts', [world.embedded.url, dataDir, '{}', 'backups']);
  const ask = () => askOthers(`${app.url}/api/user/GetCurrent`, cookie);
  try {
    // Connections, caches and code that is compiled once.
    await ask().during(sleep(5_000));
    const idle = await ask().during(sleep(idleSeconds * 1_000));
    const memory = watch(app.memory);
    const id = crypto.randomUUID();
    await addBackup(write, { companyId, id, createdAt: services.clock.now(), person: null });
    const begun = performance.now();
    const meanwhile = await ask().during(untilDone(world, id));
    const seconds = (performance.now() - begun) / 1_000;
    const growth = await memory.end();
    const { size, attempts } = await write
      .selectFrom('backups')
      .select(['size', 'attempts'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const key = `${id}-backup-${attempts}`;
    await verifyArchive(join(dataDir, 'files', key.slice(0, 2), key));
    const [before, during] = [percentile(idle, 0.95), percentile(meanwhile, 0.95)];
    return [
      {
        label: '110,000 events and 1 GB of files',
        value: `${(Number(size) / mebibyte).toFixed(0)} MiB in ${seconds.toFixed(0)} s`,
      },
      {
        label: 'Peak growth of the process that serves and makes it',
        value: `${growth.toFixed(0)} MiB`,
        target: `<= ${maxGrowth} MiB`,
        isMet: growth <= maxGrowth,
      },
      {
        label: `Small calls of another company, p95 idle and meanwhile (${idle.length} and ${meanwhile.length} calls)`,
        value: `${before.toFixed(1)} ms and ${during.toFixed(1)} ms (${(during / before).toFixed(2)} times)`,
        target: `< ${maxRatio} times`,
        isMet: during < maxRatio * before,
      },
    ];
  } finally {
    await app.close();
  }
}

/** Calls every few milliseconds until `act` ends; `during` returns how long each took (ms). */
function askOthers(url: string, cookie: string) {
  return {
    async during(act: Promise<unknown>): Promise<number[]> {
      const times: number[] = [];
      let isOver = false;
      const client = async () => {
        while (!isOver) {
          const begun = performance.now();
          const answer = await fetch(url, { headers: { cookie } });
          await answer.arrayBuffer();
          if (!answer.ok) throw new Error(`GetCurrent: ${answer.status}`);
          times.push(performance.now() - begun);
          await sleep(interval);
        }
      };
      const asking = Array.from({ length: clients }, client);
      await Promise.race([act, Promise.all(asking)]);
      isOver = true;
      await Promise.all(asking);
      return times;
    },
  };
}

async function untilDone({ services: { database } }: World, id: string): Promise<void> {
  for (;;) {
    const row = await database.read
      .selectFrom('backups')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (row.state === 'done') return;
    if (row.state === 'failed') throw new Error('The backup failed.');
    await sleep(200);
  }
}

/** Samples the memory of a process (MiB); `end` returns its maximum growth. */
function watch(memory: () => Promise<number>) {
  let isOver = false;
  const sampling = (async () => {
    const base = await memory();
    let peak = base;
    while (!isOver) {
      await sleep(200);
      peak = Math.max(peak, await memory());
    }
    return peak - base;
  })();
  return {
    end() {
      isOver = true;
      return sampling;
    },
  };
}

/** Incompressible files, which share their bytes on the disk. */
async function addFiles({ services }: World, company: { id: string }): Promise<void> {
  const at = (id: string) => join(services.config.dataDir, 'files', id.slice(0, 2), id);
  const bytes = randomBytes(fileSize);
  let first: string | undefined;
  for (let file = 0; file < files; file++) {
    const { id } = await buildFile(services, company, {
      bytes: first ? Buffer.alloc(0) : bytes,
      mimeType: 'image/webp',
    });
    if (first) {
      await rm(at(id));
      await link(at(first), at(id));
    }
    first ??= id;
  }
  await services.database.write
    .updateTable('files')
    .set({ size: fileSize })
    .where('companyId', '=', company.id)
    .execute();
}
