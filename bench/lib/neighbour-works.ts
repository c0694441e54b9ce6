// Work of the jobs for a busy company, beside others: a campaign, a backup, and the dry run of a restore.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pieceBytes } from '#contract/operations/restores.ts';
import { sizeOfFile } from '#server/lib/files/archive.ts';
import { wakeJob } from '#server/lib/wake-job.ts';
import { addBackup } from '#server/operations/backups/store.ts';
import { putPiece } from '#server/operations/restores/pieces.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import type { openMailServer } from './mail-server.ts';
import type { World } from './world.ts';

export interface Work {
  begin(): Promise<void>;
  /** Ends it, and says what was done. */
  end(): Promise<string>;
}

interface Busy {
  world: World;
  companyId: string;
  url: string;
  cookie: string;
  mail: Awaited<ReturnType<typeof openMailServer>>;
}

/** In this order: the archive of the backup is restored. */
export const works: Record<string, (busy: Busy) => Promise<Work> | Work> = {
  'a campaign to 20,000 customers': sendCampaign,
  'a backup': ({ world, companyId }) => {
    const id = crypto.randomUUID();
    return {
      async begin() {
        const { clock, database } = world.services;
        await addBackup(database.write, { companyId, id, createdAt: clock.now(), person: null });
        await wakeJob(world.services, 'backups');
      },
      end: () => untilDone(world, id),
    };
  },
  // The last: it goes on for minutes, and is not waited for. A restore is the same work.
  'the dry run of a restore': async ({ world, companyId }) => {
    const id = await uploadArchive(world, companyId);
    return {
      async begin() {
        const { services } = world;
        await services.database.write.updateTable('restores').set({ state: 'waiting' }).where('id', '=', id).execute();
        await wakeJob(services, 'backups');
        while ((await stateOf(world, 'restores', id)) === 'waiting') await sleep(20);
      },
      end: () => stateOf(world, 'restores', id),
    };
  },
};

async function sendCampaign({ world, companyId, url, cookie, mail }: Busy): Promise<Work> {
  const { id } = await buildCampaign(world.services, { id: companyId });
  const post = async (operation: 'Send' | 'Stop') => {
    const answer = await fetch(`${url}/api/company/emailcampaigns/${operation}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ Id: id }),
    });
    if (!answer.ok) throw new Error(`${operation}: ${answer.status} ${await answer.text()}`);
  };
  let before = 0;
  return {
    async begin() {
      await post('Send');
      before = mail.accepted.length;
      await mail.reaches(before + 1);
    },
    async end() {
      const sent = mail.accepted.length - before;
      await post('Stop');
      return `${sent} mails`;
    },
  };
}

async function uploadArchive({ services }: World, companyId: string): Promise<string> {
  const { database, config, clock } = services;
  const made = await database.write
    .selectFrom('backups')
    .select(['id', 'attempts'])
    .where('companyId', '=', companyId)
    .executeTakeFirstOrThrow();
  const key = `${made.id}-backup-${made.attempts}`;
  const path = join(config.dataDir, 'files', key.slice(0, 2), key);
  const [id, size] = [crypto.randomUUID(), await sizeOfFile(path)];
  const pieces = Math.ceil(size / pieceBytes);
  const row = { id, fileName: 'salon.zip', size, pieces, madeByName: 'Bench', createdAt: clock.now() };
  await database.write.insertInto('restores').values(row).execute();
  let number = 0;
  for await (const bytes of createReadStream(path, { highWaterMark: pieceBytes })) {
    await putPiece(services, { id, size }, number++, bytes as Buffer);
  }
  return id;
}

/** Throws when the work has failed. */
async function stateOf({ services }: World, table: 'backups' | 'restores', id: string): Promise<string> {
  const found = await services.database.read
    .selectFrom(table)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (found.state === 'failed' || found.state === 'refused') throw new Error(JSON.stringify(found));
  return found.state;
}

async function untilDone(world: World, id: string): Promise<string> {
  const begun = performance.now();
  while ((await stateOf(world, 'backups', id)) !== 'done') await sleep(200);
  return `${((performance.now() - begun) / 1_000).toFixed(0)} s longer`;
}
