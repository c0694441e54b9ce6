// Tests of previews of long campaigns: they are rendered beside the main thread, and hold no connection meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailCampaigns } from '#contract/campaigns/campaigns.ts';
import { user } from '#contract/identity/sign-in.ts';
import { withCompanyTurn } from '#server/lib/company-turns.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

const paragraph = '<p>Dear <b>{{name}}</b>, see <a href="https://example.test/{{name}}">us</a>.</p>';

test('a long campaign is shown as a short one is', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const headers = await signIn(app, employee);
  const preview = async (count: number) => {
    const blocks = [{ kind: 'text' as const, text: paragraph.repeat(count) }];
    return (await app.call(emailCampaigns.preview, { subject: 'To {{name}}', blocks }, headers)).answer;
  };
  const [short, long] = [await preview(1), await preview(200)];
  assert.match(short.subject, /^To \S/);
  assert.deepEqual({ ...long, html: '', plain: '', size: 0 }, { ...short, html: '', plain: '', size: 0 });
  const count = ({ html }: { html: string }) => html.match(/>Dear <b>[^<{]+<\/b>/g)?.length;
  assert.deepEqual([count(short), count(long)], [1, 200]);

  const blocks = [{ kind: 'text' as const, text: paragraph.repeat(200) }];
  const { id } = await buildCampaign(app, company, { subject: 'To {{name}}', blocks });
  const { answer } = await app.call(emailCampaigns.getTest, { id }, headers);
  assert.equal(answer.html, long.html);
});

test('previews wait for a turn of their company, and take no connection meanwhile', async () => {
  await using app = await testApp({ connections: 1 });
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  const headers = await signIn(app, employee);
  const { promise, resolve } = Promise.withResolvers<void>();
  const other = withCompanyTurn(app, employee.companyId, () => promise);
  const blocks = [{ kind: 'text' as const, text: paragraph.repeat(200) }];
  const previews = Array.from({ length: 3 }, () => app.call(emailCampaigns.preview, { blocks }, headers));
  const { status } = await app.call(user.getCurrent, {}, headers);
  assert.equal(status, 200);
  resolve();
  await other;
  assert.deepEqual(
    (await Promise.all(previews)).map((preview) => preview.status),
    [200, 200, 200],
  );
});
