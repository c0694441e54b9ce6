// The variant and the extras of a part of a visit, as they were booked.
import { sql } from 'kysely';
import type { BookedOption } from '#server/booking/services/choose-options.ts';

/** A subquery for the options of a part `p`, in order. */
export const optionsOfPart = sql<BookedOption[]>`coalesce((
  select json_agg(json_build_object('optionId', o.option_id, 'kind', o.kind, 'name', o.name, 'count', o.count,
    'minutes', o.minutes, 'price', o.price, 'vatRate', o.vat_rate) order by o.position)
  from visit_part_options o
  where o.company_id = p.company_id and o.visit_id = p.visit_id and o.event_id = p.event_id), '[]')`;
