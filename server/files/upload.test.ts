// Tests of uploads, through HTTP: valid files are stored; all others are rejected and leave nothing behind.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import sharp from 'sharp';
import { files } from '#contract/files.ts';
import { user } from '#contract/identity/sign-in.ts';
import { application } from '#contract/site/application.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { sendFile } from '#server/testing/clients/upload.ts';
import { zip } from '#server/testing/files/zip.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const pdf = Buffer.from('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n');

function picture(width = 800, height = 700): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#c8401f' } })
    .withExif({ IFD0: { Artist: 'Anna Secret' }, IFD3: { GPSLatitude: '56/1 57/1 0/1' } })
    .jpeg()
    .toBuffer();
}

async function anna(app: TestApp) {
  const { employee } = await buildBusiness(app);
  return { employee, headers: await signIn(app, employee) };
}

async function nothingIsKept(app: TestApp) {
  assert.deepEqual(await app.database.read.selectFrom('files').select('displayName').execute(), []);
  const options = { recursive: true, withFileTypes: true } as const;
  const stored = await readdir(join(app.config.dataDir, 'files'), options).catch(() => []);
  assert.deepEqual(
    stored.filter((entry) => entry.isFile()).map(({ name }) => name),
    [],
  );
}

test('a file is stored unchanged, for its company only', async () => {
  await using app = await testApp();
  const { employee, headers } = await anna(app);
  const sent = await sendFile(app, files.uploadFile, { name: '../../Preise März.pdf', bytes: pdf }, headers);
  assert.equal(sent.status, 200, sent.body);
  const { id, displayName, mimeType, size } = sent.answer;
  assert.deepEqual(
    { displayName, mimeType, size },
    { displayName: 'Preise März.pdf', mimeType: 'application/pdf', size: pdf.length },
  );
  const row = await app.database.read.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  assert.deepEqual([row.companyId, row.uploadedBy, row.isPublic], [employee.companyId, employee.userId, false]);
  const url = `/Api/File/DownloadFile?id=${id}`;
  const own = await app.server.inject({ url, headers });
  assert.deepEqual(own.rawPayload, pdf);
  assert.equal(own.headers['x-content-type-options'], 'nosniff');
  assert.match(String(own.headers['content-disposition']), /^attachment; .*Preise%20M%C3%A4rz\.pdf$/);
  assert.match(String(own.headers['content-security-policy']), /^sandbox/);
  assert.equal((await app.server.inject({ url, headers: (await anna(app)).headers })).statusCode, 404);
  assert.equal((await app.server.inject({ url })).statusCode, 404);
});

test('every type of the settings is detected from its content', async () => {
  await using app = await testApp();
  const { headers } = await anna(app);
  const types = '[Content_Types].xml';
  const kinds: Record<string, Buffer> = {
    'a.pdf': pdf,
    'a.txt': Buffer.from('Zwölf Stühle\r\n'),
    'a.csv': Buffer.from('name,price\nCut,25\n'),
    'a.zip': zip([{ name: 'note.txt', content: 'hello' }]),
    'a.docx': zip([
      { name: types, content: '<Types/>' },
      { name: 'word/document.xml', content: '<w/>' },
    ]),
    'A.XLSX': zip([
      { name: types, content: '<Types/>' },
      { name: 'xl/workbook.xml', content: '<w/>' },
    ]),
    'a.odt': zip([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', stored: true }]),
    'a.ods': zip([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', stored: true }]),
  };
  const { answer: settings } = await app.call(application.getFileSettings, {}, headers);
  for (const [name, bytes] of Object.entries(kinds)) {
    const sent = await sendFile(app, files.uploadFile, { name, bytes, type: 'text/html' }, headers);
    assert.equal(sent.status, 200, `${name} ${sent.body}`);
    const extension = name.slice(2).toLowerCase();
    assert.equal(sent.answer.mimeType, settings.mimeTypes.find((kind) => kind.extension === extension)?.mimeType);
  }
});

test('a file that contradicts its name or has two types is rejected and leaves nothing behind', async () => {
  await using app = await testApp();
  const { headers } = await anna(app);
  const archive = zip([{ name: 'note.txt', content: 'hello' }]);
  const wrong: [string, Buffer][] = [
    ['page.html', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['page.txt', Buffer.from('  \n<!DOCTYPE html><script>alert(1)</script>')],
    ['picture.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['picture.txt', Buffer.from('hello <svg onload=alert(1)>')],
    ['program.pdf', Buffer.from('MZ\x90\0\x03')],
    ['archive.pdf', archive],
    ['letter.docx', archive],
    ['letter.zip', pdf],
    ['letter', pdf],
    ['letter.pdf.exe', pdf],
    ['both.pdf', Buffer.concat([pdf, archive, Buffer.from('%%EOF')])],
    ['both.zip', Buffer.concat([Buffer.from('<script>alert(1)</script>'), archive])],
    ['more.zip', Buffer.concat([archive, Buffer.from('MZ')])],
    ['bytes.txt', Buffer.from([0xff, 0xfe, 0x00, 0x41])],
    ['broken.zip', archive.subarray(0, archive.length - 30)],
  ];
  for (const [name, bytes] of wrong) {
    const sent = await sendFile(app, files.uploadFile, { name, bytes }, headers);
    assert.deepEqual(sent.messages, ['File: File type not allowed.'], `${name} ${sent.status} ${sent.body}`);
  }
  await nothingIsKept(app);
});

test('an archive that unpacks to far more than its size is rejected', async () => {
  await using app = await testApp();
  const { headers } = await anna(app);
  const zeros = Buffer.alloc(8 * 1024 * 1024);
  const bombs = [
    zip([{ name: 'zeros', content: zeros }]),
    zip(Array.from({ length: 2 }, (_, index) => ({ name: `${index}`, content: 'x'.repeat(2000), claims: 0xfffffffe }))),
  ];
  // Two entries of the directory share the same bytes.
  const honest = zip([
    { name: 'a', content: 'one' },
    { name: 'b', content: 'two' },
  ]);
  const start = honest.readUInt32LE(honest.length - 6);
  const shared = Buffer.from(honest);
  shared.writeUInt32LE(0, start + 46 + 1 + 42);
  for (const bytes of [...bombs, shared]) {
    const sent = await sendFile(app, files.uploadFile, { name: 'a.zip', bytes }, headers);
    assert.deepEqual(sent.messages, ['File: File type not allowed.'], sent.body);
  }
  assert.equal((await sendFile(app, files.uploadFile, { name: 'a.zip', bytes: honest }, headers)).status, 200);
});

test('a picture is re-encoded: camera, location and appended content are gone', async () => {
  await using app = await testApp();
  const { headers } = await anna(app);
  const hidden = Buffer.concat([await picture(), zip([{ name: 'evil.js', content: 'alert(1)', stored: true }])]);
  const sent = await sendFile(app, files.uploadImage, { name: 'Me.JPG', bytes: hidden }, headers);
  assert.equal(sent.status, 200, sent.body);
  const { id, displayName, mimeType, width, height } = sent.answer;
  assert.deepEqual(
    { displayName, mimeType, width, height },
    { displayName: 'Me.webp', mimeType: 'image/webp', width: 800, height: 700 },
  );
  const stored = await app.files.read(id);
  assert.ok(stored);
  const bytes = await buffer(stored);
  assert.ok(!bytes.includes('alert') && !bytes.includes('Secret') && !bytes.includes('PK\x03\x04'));
  const { format, exif } = await sharp(bytes).metadata();
  assert.deepEqual([format, exif], ['webp', undefined]);
  const served = await app.server.inject({ url: `/api/image/${id}/Get/200/200/`, headers });
  assert.equal(served.statusCode, 200);
});

test('a file that is no picture, too small, too large or enormous is rejected with a reason and leaves nothing behind', async () => {
  await using app = await testApp();
  const { headers } = await anna(app);
  const create = { channels: 3 as const, background: 'red' };
  const enormous = sharp({ create: { ...create, width: 9000, height: 9000 } });
  const gif = await sharp({ create: { ...create, width: 640, height: 640 } })
    .gif()
    .toBuffer();
  const fine = await picture();
  const type = 'File: File type not allowed.';
  const broken = 'File: This picture cannot be read. Choose another.';
  const tooManyPixels = 'File: This picture has more than 24 megapixels. Make it smaller first.';
  const wrong: [string, Buffer, string][] = [
    ['a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="700" height="700"/>'), type],
    ['a.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="700" height="700"/>'), type],
    ['a.gif', gif, type],
    ['a.png', fine, type],
    ['a.jpg', Buffer.from('<script>alert(1)</script>'), type],
    ['a.jpg', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<script>')]), broken],
    ['a.jpg', fine.subarray(0, 900), broken],
    ['bomb.png', await enormous.png().toBuffer(), tooManyPixels],
    // The rest of it is missing: the header alone decides.
    ['bomb.jpg', (await enormous.jpeg().toBuffer()).subarray(0, 1000), tooManyPixels],
    ['a.jpg', await picture(639, 900), 'File: This picture is too small. It must have at least 640 × 640 pixels.'],
    [
      'a.jpg',
      Buffer.concat([fine, Buffer.alloc(10 * 1024 * 1024)]),
      'File: This file is too large. The limit is 10 MB.',
    ],
  ];
  for (const [name, bytes, message] of wrong) {
    const sent = await sendFile(app, files.uploadImage, { name, bytes }, headers);
    assert.deepEqual(sent.messages, [message], `${name} ${sent.status} ${sent.body}`);
  }
  await nothingIsKept(app);
});

test('one picture of a person is re-encoded at a time: two more wait, further ones are refused', async () => {
  await using app = await testApp();
  const { headers } = await anna(app);
  const bytes = await picture(3000, 2000);
  const sent = await Promise.all(
    Array.from({ length: 5 }, () => sendFile(app, files.uploadImage, { name: 'a.jpg', bytes }, headers)),
  );
  assert.deepEqual(sent.map(({ status }) => status).sort(), [200, 200, 200, 429, 429]);
  assert.match(sent.find(({ status }) => status === 429)?.body ?? '', /still being processed/);
});

test('a signed-out caller cannot upload, and forms are accepted nowhere else', async () => {
  await using app = await testApp();
  const { headers } = await anna(app);
  assert.equal((await sendFile(app, files.uploadFile, { name: 'a.pdf', bytes: pdf })).status, 410);
  const foreign = { ...headers, 'sec-fetch-site': 'cross-site' };
  assert.equal((await sendFile(app, files.uploadFile, { name: 'a.pdf', bytes: pdf }, foreign)).status, 403);
  assert.equal((await sendFile(app, user.logOut, { name: 'a.pdf', bytes: pdf }, headers)).status, 415);
  const json = await app.server.inject({ method: 'POST', url: '/api/file/UploadFile', headers, payload: {} });
  assert.equal(json.statusCode, 415);
  const empty = await sendFile(app, files.uploadFile, { name: 'a.pdf', bytes: Buffer.alloc(0) }, headers);
  assert.deepEqual(empty.messages, ['File: There is no file to upload.']);
  const cut = await app.server.inject({
    method: 'POST',
    url: '/api/file/UploadFile',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
    payload: '--b\r\nContent-Disposition: form-data; name="f"; filename="a.pdf"\r\n\r\n%PDF-',
  });
  assert.equal(cut.statusCode, 400);
  await nothingIsKept(app);
});

test('one person cannot fill the disk in an hour, even with rejected uploads', async () => {
  await using app = await testApp();
  const { headers } = await anna(app);
  const send = () => sendFile(app, files.uploadFile, { name: 'a.exe', bytes: pdf }, headers);
  for (let sent = 0; sent < 60; sent++) assert.equal((await send()).status, 417);
  assert.equal((await send()).status, 429);
  assert.equal(
    (await sendFile(app, files.uploadFile, { name: 'a.pdf', bytes: pdf }, (await anna(app)).headers)).status,
    200,
  );
});

test('when the row cannot be written, the bytes are removed', async () => {
  await using app = await testApp();
  const { headers } = await anna(app);
  await app.database.write.schema.alterTable('files').renameTo('files_away').execute();
  assert.equal((await sendFile(app, files.uploadFile, { name: 'a.pdf', bytes: pdf }, headers)).status, 500);
  await app.database.write.schema.alterTable('files_away').renameTo('files').execute();
  await nothingIsKept(app);
});
