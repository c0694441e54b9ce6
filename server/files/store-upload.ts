// Stores the bytes of an upload and their row, both or neither.
import { createHash, randomUUIDv7 } from 'node:crypto';
import { companyTransaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';

/** Stores bytes of a verified type for the caller's company; they are private until published. */
export async function storeUpload(
  context: SignedIn,
  file: { name: string; bytes: Buffer; mimeType: string; width?: number; height?: number },
): Promise<{ id: string; displayName: string }> {
  const { name, bytes, ...more } = file;
  const stored = { id: randomUUIDv7(), displayName: displayNameOf(name) };
  try {
    await context.files.put(stored.id, bytes);
    await companyTransaction(context, { readOnly: false }, ({ db }) =>
      db
        .insertInto('files')
        .values({
          ...stored,
          ...more,
          companyId: context.user.companyId,
          size: bytes.length,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          uploadedBy: context.user.id,
          createdAt: context.clock.now(),
        })
        .execute(),
    );
  } catch (error) {
    await context.files
      .remove(stored.id)
      .catch((left: unknown) => context.log.warn({ err: left, file: stored.id }, 'left'));
    throw error;
  }
  return stored;
}

/** The name without a path and without characters that file systems or headers reject, at most 120 characters. */
function displayNameOf(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters.
  const clean = last.replace(/[\0-\x1f\x7f"<>|:*?\u202a-\u202e\u2066-\u2069]/g, '').trim();
  const dot = clean.lastIndexOf('.');
  return dot > 0
    ? `${clean.slice(0, dot).slice(0, 100)}${clean.slice(dot).slice(0, 20)}`
    : clean.slice(0, 120) || 'file';
}
