// The public profile page: script size before interaction, and Lighthouse's scores on a phone. First visits: requests.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { demoPassword } from '#server/demo/has-demo.ts';
import { loadDemo } from '#server/demo/load-demo.ts';
import { buildWebIfStale } from '#server/site/html/build-web.ts';
import { findBrowser } from '../tools/browser.ts';
import { startChild } from './lib/child.ts';
import { firstLoads } from './lib/first-load.ts';
import { median, type Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const maxScriptBytes = 180 * 1024;
const minScore = 95;
const runs = 3;
/** Plain arguments: those of the tests change the rendering. */
const chromiumArguments = ['--no-sandbox', '--disable-dev-shm-usage', '--hide-scrollbars'];

export async function benchPages(world: World): Promise<Row[]> {
  await buildWebIfStale(console.log);
  await loadDemo(world.services);
  const profile = await world.services.database.read
    .selectFrom('employees')
    .innerJoin('employeeLocations', 'employeeLocations.userId', 'employees.userId')
    .innerJoin('locations', 'locations.id', 'employeeLocations.locationId')
    .where('employees.pictureId', 'is not', null)
    .where('employees.isCalendarPublic', '=', true)
    .select(['locations.urlName as place', 'employees.urlName as person'])
    .orderBy('employees.urlName')
    .executeTakeFirstOrThrow();
  const server = await startChild('serve-app.ts', [world.embedded.url, world.services.config.dataDir]);
  const url = `${server.url}/${profile.place}/${profile.person}`;
  try {
    const script = await scriptBytes(url);
    const scores = await lighthouseScores(url);
    return [
      ...(await firstLoads(server.url, { LogIn: 'admin@daybook.test', Password: demoPassword })),
      {
        label: 'Script loaded before interaction, gzipped',
        value: `${(script / 1024).toFixed(0)} KiB`,
        target: '<= 180 KiB',
        isMet: script <= maxScriptBytes,
      },
      ...Object.entries(scores).map(([name, score]) => ({
        label: `Lighthouse, mobile: ${name} (median of ${runs})`,
        value: String(score),
        target: `>= ${minScore}`,
        isMet: score >= minScore,
      })),
    ];
  } finally {
    await server.close();
  }
}

/** The transferred bytes of all scripts, until the network is idle. */
async function scriptBytes(url: string): Promise<number> {
  const browser = await chromium.launch({ ...(await findBrowser()), args: chromiumArguments });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') sizes.push(request.sizes().then((size) => size.responseBodySize));
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  } finally {
    await browser.close();
  }
}

/** npm fetches the program, which has hundreds of packages, when it is first used: tests do without it. */
const lighthouse = 'lighthouse@13.5.0';

interface LighthouseReport {
  categories: Record<'performance' | 'accessibility', { score: number | null }>;
}

async function lighthouseScores(url: string): Promise<{ performance: number; accessibility: number }> {
  const performance: number[] = [];
  const accessibility: number[] = [];
  const { executablePath, env } = await findBrowser();
  // Without a path, Lighthouse finds the installed Chrome itself.
  const chrome = { ...process.env, ...env, ...(executablePath && { CHROME_PATH: executablePath }) };
  for (let run = 0; run < runs; run++) {
    const options = [
      '--output=json',
      '--quiet',
      '--only-categories=performance,accessibility',
      `--chrome-flags=${['--headless=new', ...chromiumArguments].join(' ')}`,
    ];
    const { stdout } = await promisify(execFile)('npm', ['exec', '--yes', '--', lighthouse, url, ...options], {
      env: chrome,
      maxBuffer: 64 * 1024 * 1024,
    });
    const { categories } = JSON.parse(stdout) as LighthouseReport;
    performance.push(Math.round((categories.performance.score ?? 0) * 100));
    accessibility.push(Math.round((categories.accessibility.score ?? 0) * 100));
  }
  return { performance: median(performance), accessibility: median(accessibility) };
}
