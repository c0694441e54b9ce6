// The rules of a time zone as the server has them: those of a browser may be older.
import { z } from 'zod';
import { instant, timeZone } from './fields.ts';

export const zoneRules = z
  .object({
    timeZone,
    /** From each of these instants on, the zone has the offset at the same position, up to the next. */
    starts: z.array(instant),
    offsets: z.array(z.string()),
  })
  .meta({ example: { TimeZone: 'Europe/Riga', Starts: ['2026-03-29T01:00:00Z'], Offsets: ['+03:00'] } });
export type ZoneRules = z.output<typeof zoneRules>;
