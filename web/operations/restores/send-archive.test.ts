// Tests that an upload survives lost answers, keeps its session active, and stops at once.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sendArchive } from './send-archive.ts';

const id = '01a212df-7af4-7c73-853a-b52e41e7978b';
const row = {
  Id: id,
  Created: '2026-03-02T08:00:00Z',
  CompanyName: '',
  FileName: 'salon.zip',
  State: 'uploading',
  Progress: 0,
  Size: 10,
  MadeBy: '',
  Ended: null,
  Problem: null,
  ProblemAbout: '',
  RestoredTo: null,
};

/** A server whose pieces are answered by `answer`; returns the requests. */
function serve(t: TestContext, answer: (number: number) => Response | Promise<Response>) {
  const requests: { path: string; headers: Headers }[] = [];
  let pieces = 0;
  t.mock.method(globalThis, 'fetch', async (to: RequestInfo | URL, init?: RequestInit) => {
    const address = String(to);
    requests.push({ path: address, headers: new Headers(init?.headers) });
    if (address.includes('GetSettings')) return Response.json({ MaxSize: 100, PieceSize: 4 });
    if (address.includes('AddPiece')) return answer(pieces++);
    return Response.json(row);
  });
  return requests;
}

const file = () => new File(['0123456789'], 'salon.zip');

test('pieces of an upload keep the session active without any input', async (t) => {
  const later = Temporal.Now.instant().add({ minutes: 40 });
  const requests = serve(t, () => Response.json(row));
  t.mock.method(Temporal.Now, 'instant', () => later);
  const percents: number[] = [];
  await sendArchive(file(), { signal: new AbortController().signal, onProgress: (percent) => percents.push(percent) });
  assert.deepEqual(percents, [40, 80, 100]);
  const unattended = requests.filter(({ headers }) => headers.has('daybook-unattended')).map(({ path }) => path);
  assert.equal(
    unattended.some((path) => path.includes('AddPiece')),
    false,
  );
  assert.equal(unattended.length, 2, 'other requests of that page are unattended');
});

test('a piece whose answer is lost is sent again', async (t) => {
  const requests = serve(t, (count) => {
    if (count === 2) throw new TypeError('network');
    return Response.json(row);
  });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const sent = sendArchive(file(), { signal: new AbortController().signal, onProgress: () => {} });
  const ticking = setInterval(() => t.mock.timers.tick(1_000), 5);
  await sent;
  clearInterval(ticking);
  assert.equal(requests.filter(({ path }) => path.includes('AddPiece')).length, 4);
});

test('a stop during a wait ends the upload at once, and deletes what has arrived', async (t) => {
  const stop = new AbortController();
  const requests = serve(t, () => {
    setTimeout(() => stop.abort(), 20);
    return new Response('', { status: 503 });
  });
  const startedAt = performance.now();
  await assert.rejects(sendArchive(file(), { signal: stop.signal, onProgress: () => {} }), { name: 'AbortError' });
  assert.ok(performance.now() - startedAt < 900, 'it does not wait for the next attempt');
  assert.match(requests.at(-1)?.path ?? '', /Delete/);
});
