// Selects a place as a JSON object within an answer.
import { sql } from 'kysely';
import type { z } from 'zod';
import { fieldsOf, wireName } from '#contract/lib/wire.ts';
import { geoLocation } from '#contract/places.ts';

/** The joined geolocation `g` as a JSON object with the contract's names; null without one. */
export const placeJson = jsonOf((key) => key);

/** The same with wire names, for answers that are sent as PostgreSQL writes them. */
export const placeWireJson = jsonOf(wireName);

function jsonOf(nameOf: (key: string, field: z.ZodType) => string) {
  const pairs = Object.entries(fieldsOf(geoLocation) ?? {}).map(
    ([key, field]) => sql`${sql.lit(nameOf(key, field))}, ${sql.ref(`g.${key}`)}`,
  );
  return sql`case when g.id is not null then json_build_object(${sql.join(pairs)}) end`;
}
