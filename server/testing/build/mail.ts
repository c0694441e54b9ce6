// Builds mails for tests, queued by default.
import { randomUUIDv7 } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { DeliveriesTable, EmailMessagesTable } from '#server/db/schema.ts';
import type { Services } from '#server/lib/context.ts';

type Content = Partial<Omit<Insertable<EmailMessagesTable>, 'id' | 'createdAt'>>;
type Delivery = Pick<
  Partial<Insertable<DeliveriesTable>>,
  | 'state'
  | 'attempts'
  | 'lane'
  | 'laneKey'
  | 'guarantee'
  | 'dueAt'
  | 'expiresAt'
  | 'claimedAt'
  | 'claimedBy'
  | 'causeKind'
  | 'causeKey'
  | 'settledAt'
  | 'reason'
  | 'answer'
>;

/** Returns its id. */
export async function buildMail(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  {
    purpose = 'visit',
    createdAt = clock.now(),
    ...values
  }: Content & Delivery & { purpose?: string; createdAt?: Temporal.Instant | string } = {},
): Promise<string> {
  const id = randomUUIDv7();
  const {
    state = 'queued',
    attempts = 0,
    lane = 'now',
    laneKey = '',
    guarantee = 'again',
    dueAt = createdAt,
    expiresAt = null,
    claimedAt = null,
    claimedBy = null,
    causeKind = 'test',
    causeKey = id,
    settledAt = null,
    reason = '',
    answer = '',
    ...content
  } = values;
  const companyId = content.companyId ?? null;
  const toEMail = content.toEMail ?? 'mara@example.test';
  const about = { attempts, lane, laneKey, guarantee, dueAt, expiresAt, claimedAt, claimedBy, causeKind, causeKey };
  // A worker must not find a delivery without its content.
  await database.write.transaction().execute(async (db) => {
    await db
      .insertInto('deliveries')
      .values({
        ...{ ...about, id, companyId, medium: 'mail', queue: `mail:${purpose}`, address: toEMail.toLowerCase() },
        ...{ state, settledAt, reason, answer, createdAt },
      })
      .execute();
    if (lane === 'turn') {
      await db
        .insertInto('turns')
        .values({ queue: `mail:${purpose}`, laneKey, nextDue: dueAt })
        .onConflict((turn) => turn.columns(['queue', 'laneKey']).doNothing())
        .execute();
    }
    await db
      .insertInto('emailMessages')
      .values({
        id,
        fromEMail: 'no-reply@daybook.test',
        toEMail,
        subject: `About ${id}`,
        html: '<p>Hello</p>',
        plain: 'Hello\n',
        messageId: `<${id}@daybook.test>`,
        createdAt,
        ...content,
      })
      .execute();
  });
  return id;
}
