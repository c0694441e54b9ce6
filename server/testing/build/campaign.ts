// Builds campaigns.
import { randomUUIDv7 } from 'node:crypto';
import type { Services } from '#server/lib/context.ts';
import { nextNumber } from './next-number.ts';

/** A campaign that says something, for everyone who agreed, from now for three days. */
export async function buildCampaign(
  { database: { write }, clock }: Services,
  { id: companyId }: { id: string },
  options: {
    medium?: 'mail' | 'sms';
    name?: string;
    subject?: string;
    blocks?: readonly object[];
    audience?: object;
    periodStart?: Temporal.Instant;
    periodEnd?: Temporal.Instant;
    timeZone?: string;
  } = {},
): Promise<{ id: string; name: string }> {
  const now = clock.now();
  const id = randomUUIDv7();
  const name = options.name ?? `Campaign ${nextNumber()}`;
  const nothing = { url: '', alt: '', pictureId: null, serviceId: null, calendarId: null, left: [], right: [] };
  const blocks = options.blocks ?? [{ kind: 'text', text: '<p>Hello {{name}}, come again.</p>' }];
  await write
    .insertInto('campaigns')
    .values({
      companyId,
      id,
      name,
      medium: options.medium ?? 'mail',
      subject: options.subject ?? 'News from us',
      message: 'Hello {{name}}, come again.',
      blocks: JSON.stringify(blocks.map((block) => ({ text: '', ...nothing, ...block }))),
      audience: JSON.stringify(options.audience ?? {}),
      timeZone: options.timeZone ?? 'UTC',
      periodStart: options.periodStart ?? now,
      periodEnd: options.periodEnd ?? now.add({ hours: 72 }),
      createdAt: now,
    })
    .execute();
  return { id, name };
}
