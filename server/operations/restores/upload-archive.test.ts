// Tests of the upload of archives, piece by piece.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pieceBytes, systemRestores } from '#contract/operations/restores.ts';
import { fileKeys, operatorOf, sendPiece } from '#server/testing/files/restores.ts';
import { testApp } from '#server/testing/test-app.ts';
import { removeOldRestores } from './remove-old-restores.ts';
import { workOnRestores } from './work-on-restores.ts';

const { begin, getById, delete: remove } = systemRestores.operations;

test('a piece whose answer was lost is sent again, the last one too', async () => {
  await using app = await testApp();
  const { as } = await operatorOf(app);
  const size = pieceBytes + 5;
  const { id } = (await app.call(begin, { fileName: 'salon.zip', size }, as)).answer;
  const [first, last] = [Buffer.alloc(pieceBytes), Buffer.alloc(5)];
  for (let time = 0; time < 2; time++) assert.equal((await sendPiece(app, id, 0, first, as)).status, 200);
  const both = await Promise.all([sendPiece(app, id, 1, last, as), sendPiece(app, id, 1, last, as)]);
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  );
  const again = await sendPiece(app, id, 1, last, as);
  assert.deepEqual([again.status, JSON.parse(again.body).State], [200, 'waiting']);
  assert.equal((await sendPiece(app, id, 2, last, as)).status, 409, 'there is no such piece');
  await workOnRestores(app);
  assert.equal((await sendPiece(app, id, 1, last, as)).status, 200);
  await removeOldRestores(app);
  assert.equal((await sendPiece(app, id, 1, last, as)).status, 200);
  assert.deepEqual(await fileKeys(app), [], 'nothing is left behind');
  assert.equal((await app.call(remove, { id }, as)).status, 204);
  assert.equal((await sendPiece(app, id, 1, last, as)).status, 404);
});

test('uploads beyond twenty are refused; one that was given up is removed after a day', async () => {
  await using app = await testApp();
  const { as } = await operatorOf(app);
  const beginOne = () => app.call(begin, { fileName: 'salon.zip', size: pieceBytes + 5 }, as);
  const { id } = (await beginOne()).answer;
  assert.equal((await sendPiece(app, id, 0, Buffer.alloc(pieceBytes), as)).status, 200);
  for (let count = 1; count < 20; count++) assert.equal((await beginOne()).status, 200);
  const refused = await beginOne();
  assert.deepEqual([refused.status, JSON.parse(refused.body).Code], [409, 'list.restores.tooMany']);
  app.clock.advance({ hours: 25 });
  await removeOldRestores(app);
  const row = (await app.call(getById, { id }, { ...(await operatorOf(app)).as })).answer;
  assert.deepEqual([row.state, row.problem], ['failed', 'removed']);
  assert.deepEqual(await fileKeys(app), []);
});
