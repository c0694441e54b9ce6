// Saves the variants and extras of a service.
import { randomUUIDv7 } from 'node:crypto';
import type { ServiceOption } from '#contract/booking/services.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { type Complaint, Refusal } from '#server/lib/refusal.ts';

/** Throws 417 for two of one kind with the same name, and for a variant that can be booked more than once. */
export function assertOptions(options: readonly ServiceOption[]): void {
  const names = new Set<string>();
  const complaints = options.flatMap((option, index): Complaint[] => {
    const name = `${option.kind} ${option.name.toLowerCase()}`;
    if (names.has(name)) return [{ key: `Options[${index}].Name`, code: 'services.optionTwice' }];
    names.add(name);
    if (option.kind === 'variant' && option.maxCount > 1)
      return [{ key: `Options[${index}].MaxCount`, code: 'services.variantOnce' }];
    return [];
  });
  if (complaints.length) throw new Refusal(417, 'error.invalid', { complaints });
}

/**
 * Replaces the options of a service, which is locked. Those that stay keep their ids; parts of visits have a snapshot
 * of those that leave.
 */
export async function saveOptions(
  { db, user }: SignedIn,
  serviceId: string,
  options: readonly ServiceOption[],
): Promise<void> {
  const { companyId } = user;
  const stored = await db
    .selectFrom('serviceOptions')
    .select('id')
    .where('companyId', '=', companyId)
    .where('serviceId', '=', serviceId)
    .execute();
  const left = new Set(stored.map(({ id }) => id));
  const rows = options.map((option, position) => {
    // An id that is repeated, or that no option of the service has, adds one.
    const id = left.delete(option.id) ? option.id : randomUUIDv7();
    return { ...option, id, companyId, serviceId, position } satisfies ColumnsOf<'serviceOptions', ServiceOption>;
  });
  if (left.size)
    await db
      .deleteFrom('serviceOptions')
      .where('companyId', '=', companyId)
      .where('id', 'in', [...left])
      .execute();
  if (rows.length === 0) return;
  await db
    .insertInto('serviceOptions')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'id']).doUpdateSet((eb) => ({
        kind: eb.ref('excluded.kind'),
        name: eb.ref('excluded.name'),
        minutes: eb.ref('excluded.minutes'),
        price: eb.ref('excluded.price'),
        vatRate: eb.ref('excluded.vatRate'),
        position: eb.ref('excluded.position'),
        maxCount: eb.ref('excluded.maxCount'),
        isActive: eb.ref('excluded.isActive'),
      })),
    )
    .execute();
}
