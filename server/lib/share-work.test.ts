// Tests of work that callers share.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharingWork } from './share-work.ts';

test('callers at the same time share one work of a key; later ones, and those of other keys, have their own', async () => {
  const share = sharingWork<string, number>();
  const begun: { key: string; end: PromiseWithResolvers<number> }[] = [];
  const call = (key: string) =>
    share(key, () => {
      const end = Promise.withResolvers<number>();
      begun.push({ key, end });
      return end.promise;
    });
  const [one, same, other] = [call('a'), call('a'), call('b')];
  assert.deepEqual(
    begun.map(({ key }) => key),
    ['a', 'b'],
  );
  begun[0]?.end.resolve(1);
  begun[1]?.end.reject(new Error('lost'));
  assert.deepEqual([await one, await same], [1, 1]);
  await assert.rejects(other, /lost/);
  const later = call('a');
  begun[2]?.end.resolve(2);
  assert.equal(await later, 2);
});
