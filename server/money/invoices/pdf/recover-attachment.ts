// Makes the file of an invoice again for a mail whose attachment was lost.
import { Readable } from 'node:stream';
import type { Services } from '#server/lib/context.ts';
import { findFile, readInvoicePdf } from './invoice-files.ts';

const keyPattern = /^([0-9a-f-]{36})-[0-9a-f]{16}$/;

/** The bytes for the key of an attachment; undefined when it is none of an invoice. */
export async function recoverAttachment(services: Services, key: string): Promise<Readable | undefined> {
  const [, id] = keyPattern.exec(key) ?? [];
  const file = id && (await findFile(services.database.read, id));
  return file ? Readable.from([(await readInvoicePdf(services, file)).bytes]) : undefined;
}
