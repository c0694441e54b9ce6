// Receives the archive of a company in pieces: a lost one is sent again, and none is larger than memory allows.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import type { systemRestores } from '#contract/operations/restores.ts';
import { pieceBytes } from '#contract/operations/restores.ts';
import { transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import type { Upload } from '#server/lib/http/upload.ts';
import { invalid, notFound, Refusal } from '#server/lib/refusal.ts';
import { personNameOf } from '#server/lib/sql/person-name.ts';
import { wakeJob } from '#server/lib/wake-job.ts';
import { countPieces, putPiece, removePieces, sizeOfPiece } from './pieces.ts';
import { restoreById } from './store.ts';

type Operations = (typeof systemRestores)['operations'];

/** Archives that wait, per installation: each takes room until it is removed. */
const maxOpen = 20;

export const maxArchiveBytes = ({ config }: Pick<SignedIn, 'config'>) => config.restoreMaxMegabytes * 2 ** 20;

/** Throws 417 with Key `Size` for an archive that is too large, 409 when too many wait. */
export async function beginUpload(
  context: SignedIn,
  { fileName, size }: Pick<Parsed<Operations['begin']>, 'fileName' | 'size'>,
): Promise<JsonText> {
  const { user, clock, config } = context;
  if (size > maxArchiveBytes(context)) {
    throw invalid('Size', 'list.restores.archiveTooLarge', { maximum: config.restoreMaxMegabytes });
  }
  const id = randomUUIDv7();
  await transaction(context, async (tx) => {
    await sql`lock table restores in share row exclusive mode`.execute(tx.db);
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from restores where state not in ('done', 'failed', 'refused')`.execute(tx.db);
    if ((rows[0]?.open ?? 0) >= maxOpen) throw new Refusal(409, 'list.restores.tooMany');
    const madeByName = personNameOf(user) || user.logIn;
    await tx.db
      .insertInto('restores')
      .values({ id, fileName, size, madeBy: user.id, madeByName, notifiedIn: user.companyId, createdAt: clock.now() })
      .execute();
    await audit(tx, `Began to upload the archive ${fileName}`);
  });
  return restoreById(context, id);
}

/**
 * Throws 409 for a piece out of turn, 417 with Key `File` for one of another size than it must have. A piece that
 * arrives again once all are there changes nothing: the answer to the last one was lost on its way.
 */
export async function addPiece(
  context: SignedIn,
  { id, number, upload }: Parsed<Operations['addPiece']> & { upload: Upload },
): Promise<JsonText> {
  const { database } = context;
  const restore = await uploaded(context, id);
  if (!restore) throw notFound();
  const isComplete = restore.state !== 'uploading';
  if ((!isComplete && number > restore.pieces) || number >= countPieces(restore)) {
    throw new Refusal(409, 'list.restores.outOfTurn');
  }
  const { bytes } = await upload.receive(pieceBytes);
  if (isComplete) return restoreById(context, id);
  if (bytes.length !== sizeOfPiece(restore, number)) throw invalid('File', 'list.restores.wrongPiece');
  await putPiece(context, restore, number, bytes);
  const { rows } = await sql<{ state: string }>`
    update restores set pieces = greatest(pieces, ${number + 1}::int),
      state = case when ${number + 1}::int >= ${countPieces(restore)}::int then 'waiting' else state end
    where id = ${id} and state = 'uploading' returning state`.execute(database.write);
  if (rows[0]?.state === 'waiting') await wakeJob(context, 'backups');
  if (!rows[0]) {
    const present = await uploaded(context, id);
    // Deleted meanwhile, or no longer needed.
    if (!present?.pieces) await removePieces(context, restore);
    if (!present) throw notFound();
  }
  return restoreById(context, id);
}

/** Undefined for one that is unknown, and for one whose upload was given up. */
async function uploaded({ database }: SignedIn, id: string) {
  const found = await database.write
    .selectFrom('restores')
    .select(['id', 'size', 'pieces', 'state'])
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.state === 'failed' && found.pieces === 0 ? undefined : found;
}
