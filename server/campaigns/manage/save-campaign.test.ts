// Tests that a client that knows only the specification can save campaigns.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailCampaigns } from '#contract/campaigns/campaigns.ts';
import { newId } from '#contract/lib/fields.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

test('a client that knows no blocks writes message and text; the zero id adds, and what it does not send stays', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  const headers = await signIn(app, employee);
  const period = { PeriodStart: '2026-03-02', PeriodEnd: '2026-03-05T23:59:59Z' };
  const post = async (operation: string, payload: object) => {
    const url = `/api/company/emailcampaigns/${operation}`;
    const response = await app.server.inject({ method: 'POST', url, headers, payload });
    return { status: response.statusCode, body: response.statusCode === 204 ? undefined : response.json() };
  };
  const zero = { Id: newId, Name: 'Spring', Message: '<p>Come <b>again</b></p>', Text: 'Come again', ...period };
  const { body: added } = await post('Insert', zero);
  assert.notEqual(added.Id, newId);
  assert.deepEqual([added.Message, added.Text, added.Started], ['<p>Come <b>again</b></p>', 'Come again', false]);
  assert.deepEqual(
    added.Blocks.map((block: { Kind: string }) => block.Kind),
    ['text'],
  );
  // As it was answered, Started included.
  const { body: same } = await post('Update', { ...added, Name: 'Summer', Started: true });
  assert.deepEqual([same.Name, same.Started, same.Blocks], ['Summer', false, added.Blocks]);
  const { body: other } = await post('Update', { Id: added.Id, Message: 'Plain words' });
  assert.deepEqual([other.Name, other.Message], ['Summer', '<p>Plain words</p>']);
  const { status: tooLong, body: refused } = await post('Insert', { ...zero, Message: 'x'.repeat(20_001) });
  assert.deepEqual([tooLong, refused[0].Key], [417, 'Message'], 'a block would not hold it');
  const { body: second } = await post('Update', { ...zero, Name: 'By update' });
  assert.notEqual(second.Id, added.Id);
  const { answer } = await app.call(emailCampaigns.getPaginated, {}, headers);
  assert.deepEqual([answer.totalRows, answer.campaigns.map(({ name }) => name)], [2, ['By update', 'Summer']]);
  assert.equal((await post('Delete', { Id: added.Id })).status, 204);
  assert.equal((await app.call(emailCampaigns.getPaginated, {}, headers)).answer.totalRows, 1);
  assert.equal((await post('Update', { ...added, Version: '1' })).status, 404);
  assert.equal((await post('Update', { ...second, Version: '1' })).status, 409);
});
