// Measures the server's memory during the largest downloads: all data of a person with files of many gigabytes, and a
// list of more than a million rows as a workbook.
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { startChild } from './lib/child.ts';
import type { Row } from './lib/report.ts';
import type { World } from './lib/world.ts';
import { entriesOf, sumOf } from './lib/zip-file.ts';
import { fillLog } from './long-log.ts';

const mebibyte = 2 ** 20;
const gibibyte = 2 ** 30;
/** Incompressible files: together more than 4 GiB, so later entries have offsets beyond that. */
const tightSize = 256 * mebibyte;
const tightFiles = 20;
/** A single file of more than 4 GiB, after this many others. */
const longSize = 4.5 * gibibyte;
const longAfter = 17;
const logRows = 1_200_000;
/** The larger of two workbooks, whose growth may not exceed that of the smaller one by more than `slack` MiB. */
const moreRows = 3_600_000;
const slack = 30;
/** Maximum growth of the server (MiB) while it sends any of them: most of it is garbage that is not collected yet. */
const maxGrowth = 256;

export async function benchDownloads(world: World): Promise<Row[]> {
  const { company, employee } = await buildBusiness(world.services, { actions: ['sys'], sessionActiveMinutes: 1440 });
  const { cookie } = await signIn(world.services, employee);
  const client = await world.services.database.connect();
  await client.query('set statement_timeout = 0');
  await fillLog(world, client, 0, logRows);
  const { dataDir } = world.services.config;
  const ours = await startChild('serve-app.ts', [world.embedded.url, dataDir]);
  const path = join(dataDir, 'download');
  const take = async (address: string) => {
    const from = performance.now();
    const memory = watch(ours.memory);
    try {
      const answer = await fetch(`${ours.url}/${address}`, { headers: { cookie } });
      if (!answer.ok || !answer.body) throw new Error(`${address}: ${await answer.text()}`);
      await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(path)); // Node has two such types.
      const seconds = (performance.now() - from) / 1000;
      return { size: (await stat(path)).size, seconds, growth: await memory.end() };
    } finally {
      await memory.end();
    }
  };
  const list = 'api/system/systemlogs/Export?format=xlsx';
  const since = `&StartDate=${Temporal.Now.instant().subtract({ hours: 24 * 60 })}`;
  try {
    // Excludes the cost of loading modules once.
    await take('api/user/DownloadData');
    await take(`${list}&Search=nowheretobefound`);
    const workbook = await take(list + since);
    const { ok: workbookIsRight, count: parts } = await read(path, new Map());
    await fillLog(world, client, logRows, moreRows);
    const larger = await take(list + since);
    const expected = await upload(world, company, employee.userId);
    const archive = await take('api/user/DownloadData');
    const { ok: archiveIsRight, count: files } = await read(path, expected);
    return [
      ...rowsOf(`A person's data, ${expected.size} files`, archive),
      { label: 'Complete entries', value: String(files), target: String(expected.size + 1), isMet: archiveIsRight },
      ...rowsOf(`A workbook of ${logRows.toLocaleString('en')} rows`, workbook),
      ...rowsOf(`A workbook of ${moreRows.toLocaleString('en')} rows`, larger),
      {
        label: 'Growth for the rows beyond the first 1.2 million',
        value: `${(larger.growth - workbook.growth).toFixed(0)} MiB`,
        target: `<= ${slack} MiB`,
        isMet: larger.growth - workbook.growth <= slack,
      },
      {
        label: 'Complete parts (two sheets)',
        value: String(parts),
        target: '7',
        isMet: workbookIsRight && parts === 7,
      },
    ];
  } finally {
    await ours.close();
    await rm(path, { force: true });
    await client.query('truncate system_logs');
    await client.end();
  }
}

function rowsOf(label: string, { size, seconds, growth }: { size: number; seconds: number; growth: number }): Row[] {
  const speed = `${(size / mebibyte).toFixed(0)} MiB in ${seconds.toFixed(0)} s`;
  return [
    { label, value: speed },
    {
      label: 'Peak growth of the server',
      value: `${growth.toFixed(0)} MiB`,
      target: `< ${maxGrowth} MiB`,
      isMet: growth < maxGrowth,
    },
  ];
}

/** Samples the memory of a process (MiB); `end` returns its maximum growth. */
function watch(memory: () => Promise<number>) {
  let isOver = false;
  const sampling = (async () => {
    const base = await memory();
    let peak = base;
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, 200));
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

/** Creates files that use little disk: one under many names, and a sparse one. Returns length and checksum by name. */
async function upload(world: World, company: { id: string }, uploadedBy: string) {
  const { services } = world;
  const at = (id: string) => join(services.config.dataDir, 'files', id.slice(0, 2), id);
  const bytes = randomBytes(tightSize);
  const tight = { size: tightSize, crc: crc32(bytes) };
  const hole = Buffer.alloc(mebibyte);
  let long = 0;
  for (let size = 0; size < longSize; size += hole.length) long = crc32(hole, long);
  const expected = new Map<string, { size: number; crc: number }>();
  let first: string | undefined;
  for (let file = 0; file <= tightFiles; file++) {
    const isLong = file === longAfter;
    const name = `upload ${file}.bin`;
    const { id } = await buildFile(services, company, { name, uploadedBy, bytes: first ? Buffer.alloc(0) : bytes });
    expected.set(`files/${id}-${name}`, isLong ? { size: longSize, crc: long } : tight);
    if (isLong) {
      const handle = await open(at(id), 'r+');
      await handle.truncate(longSize);
      await handle.close();
    } else if (first) {
      await rm(at(id));
      await link(at(first), at(id));
    }
    first ??= id;
  }
  return expected;
}

/** True when every entry unpacks as the directory states, and the expected ones to their original content. */
async function read(path: string, expected: Map<string, { size: number; crc: number }>) {
  const entries = await entriesOf(path);
  let ok = [...expected.keys()].every((name) => entries.some((entry) => entry.name === name));
  for (const entry of entries) {
    const { size, crc } = await sumOf(path, entry);
    const wanted = expected.get(entry.name) ?? entry;
    ok &&= size === entry.size && crc === entry.crc && size === wanted.size && crc === wanted.crc;
  }
  return { ok, count: entries.length };
}
