// Builds mails for tests, queued by default.
import { randomUUIDv7 } from 'node:crypto';
import type { InsertObject } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { Services } from '#server/lib/context.ts';

/** Returns its id. */
export async function buildMail(
  services: Services,
  values: Partial<InsertObject<Schema, 'emailMessages'>> = {},
): Promise<string> {
  const id = randomUUIDv7();
  const now = services.clock.now();
  await services.database.write
    .insertInto('emailMessages')
    .values({
      id,
      fromEMail: 'no-reply@daybook.test',
      toEMail: 'mara@example.test',
      subject: `About ${id}`,
      html: '<p>Hello</p>',
      plain: 'Hello\n',
      messageId: `<${id}@daybook.test>`,
      createdAt: now,
      nextAttemptAt: now,
      ...values,
    })
    .execute();
  return id;
}
