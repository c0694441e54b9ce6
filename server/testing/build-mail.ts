// Makes mails that tests are about, waiting to be sent unless said otherwise.
import { randomUUIDv7 } from 'node:crypto';
import type { InsertObject } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { House } from '#server/lib/context.ts';

/** Answers its id. */
export async function buildMail(
  house: House,
  given: Partial<InsertObject<Schema, 'emailMessages'>> = {},
): Promise<string> {
  const id = randomUUIDv7();
  const now = house.clock.now();
  await house.database.write
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
      ...given,
    })
    .execute();
  return id;
}
