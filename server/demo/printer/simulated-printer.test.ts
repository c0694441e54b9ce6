// Tests the printer of the demo: it prints over its real door, and its papers are shown to this machine only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { printJobs } from '#contract/devices/print-jobs.ts';
import { addPrinters } from '#server/demo/load-printers.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';
import { openSimulatedPrinter, simulatedPapers, simulatedPrinterId } from './simulated-printer.ts';

test('the simulated printer prints once, and its paper is shown to this machine only', async () => {
  await using app = await testApp({ env: { DEMO: '1' } });
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  await addPrinters({ ...app, db: app.database.write }, company.id);
  const headers = await signIn(app, employee);
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const printer = openSimulatedPrinter(app, app.server);
  try {
    const { answer } = await app.call(printJobs.printTestPage, { printerId: simulatedPrinterId }, headers);
    assert.equal(answer.job?.state, 'waiting');
    const state = async () =>
      (await app.database.read.selectFrom('printJobs').select('state').executeTakeFirstOrThrow()).state;
    while ((await state()) !== 'printed') await sleep(50);
    assert.equal(simulatedPapers(app).length, 1);
    const show = (host: string, url: string) => app.server.inject({ url, headers: { host } });
    const page = await show('localhost:3000', '/demo/printer');
    assert.match(page.body, /<img src="\/demo\/printer\/1\.png"/);
    const picture = await show('localhost:3000', '/demo/printer/1.png');
    assert.equal(picture.rawPayload.readUInt32BE(16), 576);
    for (const url of ['/demo/printer', '/demo/printer/1.png']) {
      assert.equal((await show('rebound.example:3000', url)).statusCode, 404);
    }
    assert.equal((await show('localhost:3000', '/demo/printer/2.png')).statusCode, 404);
  } finally {
    await printer.close();
  }
});
