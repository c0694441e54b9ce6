// Writes a file into the store, reads it and removes it; and checks that all processes have this store and this key.
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { hasFilePlace } from '#server/lib/files/shared-place.ts';
import { checkSecretKey } from '#server/lib/secrets/check-secret-key.ts';
import type { Examined, Finding } from './finding.ts';

export async function checkFileStore({ database, config, files }: Examined): Promise<Finding> {
  const key = randomUUIDv7();
  const bytes = randomBytes(64);
  try {
    await files.put(key, bytes);
    const found = await files.read(key);
    if (!found || !bytes.equals(await buffer(found))) throw new Error('other bytes were read');
    await files.remove(key);
  } catch (error) {
    await files.remove(key).catch(() => {});
    return { state: 'broken', key: 'doctor.files.wrong', values: { reason: (error as Error).message } };
  }
  if (!config.databaseUrl) return { state: 'fine', key: 'doctor.files.fine' };
  const client = await database.connect();
  try {
    if (!(await hasFilePlace(client, config))) {
      return { state: 'broken', key: 'doctor.files.elsewhere', values: { folder: config.dataDir } };
    }
    await checkSecretKey(client, config, { others: 0, acceptsNew: false });
    return { state: 'fine', key: 'doctor.files.fine' };
  } catch (error) {
    // One line for the operator, as at the start.
    return { state: 'broken', key: 'doctor.files.unusable', values: { line: (error as Error).message } };
  } finally {
    await client.end();
  }
}
