// The backup of a company with 100,000 events and 1 GB of files, its check and its restore, in the process that serves
// others: its memory, and how long small calls of another company take meanwhile.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pieceBytes } from '#contract/operations/restores.ts';
import { sizeOfFile, verifyArchive } from '#server/lib/files/archive.ts';
import { addBackup } from '#server/operations/backups/store.ts';
import { putPiece } from '#server/operations/restores/pieces.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
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
  const { database, config } = services;
  const companyId = people[0]?.companyId ?? '';
  const other = await buildBusiness(services, { actions: ['admin'], sessionActiveMinutes: 1440 });
  const { cookie } = await signIn(services, other.employee);
  await addFiles(world, { id: companyId });
  const app = await startChild('serve-app.ts', [world.embedded.url, config.dataDir, '{}', 'backups']);
  const ask = () => askOthers(`${app.url}/api/user/GetCurrent`, cookie);
  try {
    // Connections, caches and code that is compiled once.
    await ask().during(sleep(5_000));
    const idle = await ask().during(sleep(idleSeconds * 1_000));
    const base = await app.memory();
    const before = percentile(idle, 0.95);
    const rows: Row[] = [];
    const measure = async (what: string, work: () => Promise<void>) => {
      const memory = watch(app.memory);
      const begun = performance.now();
      const times = await ask().during(work()).finally(memory.end);
      const seconds = (performance.now() - begun) / 1_000;
      const growth = (await memory.end()) - base;
      const during = percentile(times, 0.95);
      rows.push(
        { label: `${what}: time`, value: `${seconds.toFixed(0)} s` },
        {
          label: `${what}: peak growth of the process that serves and works`,
          value: `${growth.toFixed(0)} MiB`,
          target: `<= ${maxGrowth} MiB`,
          isMet: growth <= maxGrowth,
        },
        {
          label: `${what}: small calls of another company, p95 idle and meanwhile (${idle.length} and ${times.length} calls)`,
          value: `${before.toFixed(1)} ms and ${during.toFixed(1)} ms (${(during / before).toFixed(2)} times)`,
          target: `< ${maxRatio} times`,
          isMet: during < maxRatio * before,
        },
      );
    };

    const id = crypto.randomUUID();
    await measure('Backup', async () => {
      await addBackup(database.write, { companyId, id, createdAt: services.clock.now(), person: null });
      await untilState(world, 'backups', id, 'done');
    });
    const { attempts } = await database.write
      .selectFrom('backups')
      .select('attempts')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const key = `${id}-backup-${attempts}`;
    const path = join(config.dataDir, 'files', key.slice(0, 2), key);
    await verifyArchive(path);
    const size = await sizeOfFile(path);
    const restoreId = await addRestore(world, path, size);
    await measure('Dry run', async () => {
      await sql`update restores set state = 'waiting' where id = ${restoreId}`.execute(database.write);
      await untilState(world, 'restores', restoreId, 'checked');
    });
    await measure('Restore', async () => {
      await sql`
        update restores set state = 'ordered', attempts = 0, administrator = 'new@salon.example'
        where id = ${restoreId}`.execute(database.write);
      await untilState(world, 'restores', restoreId, 'done');
    });
    const after = await ask().during(sleep(idleSeconds * 1_000));
    rows.push({
      label: 'The same calls idle again, p95: if it differs from the first, the machine had other work',
      value: `${percentile(after, 0.95).toFixed(1)} ms`,
    });
    const { rows: restored } = await sql<{ events: number }>`
      select count(*)::int as events from events
      where company_id = (select restored_to from restores where id = ${restoreId})`.execute(database.write);
    rows.unshift({
      label: 'Archive, and events of the restored company',
      value: `${(size / mebibyte).toFixed(0)} MiB, ${restored[0]?.events}`,
    });
    return rows;
  } finally {
    await app.close();
  }
}

/** An archive that is uploaded; its check begins when its state is `waiting`. */
async function addRestore({ services }: World, path: string, size: number): Promise<string> {
  const id = crypto.randomUUID();
  const pieces = Math.ceil(size / pieceBytes);
  await services.database.write
    .insertInto('restores')
    .values({ id, fileName: 'salon.zip', size, pieces, madeByName: 'Bench', createdAt: services.clock.now() })
    .execute();
  let number = 0;
  for await (const bytes of createReadStream(path, { highWaterMark: pieceBytes })) {
    await putPiece(services, { id, size }, number++, bytes as Buffer);
  }
  return id;
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

async function untilState({ services: { database } }: World, table: 'backups' | 'restores', id: string, end: string) {
  for (;;) {
    const found = await database.read.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    if (found.state === end) return;
    if (found.state === 'failed' || found.state === 'refused') throw new Error(JSON.stringify(found));
    await sleep(200);
  }
}

/** Samples the memory of a process (MiB); `end` returns its maximum. */
function watch(memory: () => Promise<number>) {
  let isOver = false;
  const sampling = (async () => {
    let peak = 0;
    while (!isOver) {
      peak = Math.max(peak, await memory());
      await sleep(200);
    }
    return peak;
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
  // A restore refuses files that are not what their rows say.
  const bytes = Buffer.concat([Buffer.from('%PDF-'), randomBytes(fileSize - 10), Buffer.from('%%EOF')]);
  let first: string | undefined;
  for (let file = 0; file < files; file++) {
    const { id } = await buildFile(services, company, {
      bytes: first ? Buffer.alloc(0) : bytes,
      mimeType: 'application/pdf',
    });
    if (first) {
      await rm(at(id));
      await link(at(first), at(id));
    }
    first ??= id;
  }
  await services.database.write
    .updateTable('files')
    .set({ size: fileSize, sha256: createHash('sha256').update(bytes).digest('hex') })
    .where('companyId', '=', company.id)
    .execute();
}
