// Archives of companies, and their upload.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { pieceBytes, systemRestores } from '#contract/operations/restores.ts';
import { makeWaitingBackups } from '#server/operations/backups/make-backups.ts';
import { addBackup, archiveKey } from '#server/operations/backups/store.ts';
import { workOnRestores } from '#server/operations/restores/work-on-restores.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { sendFile } from '#server/testing/clients/upload.ts';
import type { TestApp } from '#server/testing/test-app.ts';

const { begin, addPiece, getById } = systemRestores.operations;
type Cookie = { cookie: string };

/** The archive of a company. */
export async function archiveOf(app: TestApp, companyId: string): Promise<Buffer> {
  const id = randomUUIDv7();
  await addBackup(app.database.write, { companyId, id, createdAt: app.clock.now(), person: null });
  assert.equal(await makeWaitingBackups(app), 1);
  return buffer((await app.files.read(archiveKey(id, 1))) ?? assert.fail('no archive'));
}

export function sendPiece(app: TestApp, id: string, number: number, bytes: Buffer, as: Cookie) {
  const path = `${addPiece.path}?Id=${id}&Number=${number}`;
  return sendFile(app, { ...addPiece, path }, { name: 'piece', bytes }, as);
}

/** Uploads and checks an archive, and returns its row. */
export async function uploadArchive(app: TestApp, archive: Buffer, as: Cookie) {
  const { id } = (await app.call(begin, { fileName: 'salon.zip', size: archive.length }, as)).answer;
  for (let number = 0; number * pieceBytes < archive.length; number++) {
    const piece = archive.subarray(number * pieceBytes, (number + 1) * pieceBytes);
    assert.equal((await sendPiece(app, id, number, piece, as)).status, 200);
  }
  await workOnRestores(app);
  return (await app.call(getById, { id }, as)).answer;
}

/** An operator with a company of their own. */
export const operatorOf = async (app: TestApp) => {
  const { employee, company } = await buildBusiness(app, { actions: ['user', 'admin', 'sys'] });
  return { as: await signIn(app, employee), company, employee };
};

export const countCompanies = async (app: TestApp) =>
  (await app.database.write.selectFrom('companies').select('id').execute()).length;

/** The keys of all stored files, in their order. */
export const fileKeys = async (app: TestApp) => {
  const all: string[] = [];
  for await (const key of app.files.keys()) all.push(key);
  return all.toSorted();
};
