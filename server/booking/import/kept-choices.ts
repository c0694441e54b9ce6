// The choices of the last import from a source, which the next one begins with.
import type { BookingColumn } from '#contract/booking/import.ts';
import type { SignedIn } from '#server/lib/context.ts';

export interface KeptChoices {
  /** Empty where the person chose none. */
  columns: BookingColumn[];
  /** Ids by the folded name; null was chosen. */
  people: Record<string, string | null>;
  services: Record<string, string | null>;
  calendarId: string | null;
}

export async function keptChoices({ db, user }: Pick<SignedIn, 'db' | 'user'>, source: string): Promise<KeptChoices> {
  const last = await db
    .selectFrom('imports')
    .select('choices')
    .where('companyId', '=', user.companyId)
    .where('source', '=', source)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  const none: KeptChoices = { columns: [], people: {}, services: {}, calendarId: null };
  return { ...none, ...(last?.choices as Partial<KeptChoices> | undefined) };
}
