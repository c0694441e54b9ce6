// The variant and the extras of a part of a visit, as they were booked.
import { sql } from 'kysely';
import type { RatedOption } from '#contract/booking/rate-groups.ts';
import type { BookedOption } from '#server/booking/services/choose-options.ts';

/** A subquery for the options of a part `p`, in order. */
export const optionsOfPart = sql<BookedOption[]>`coalesce((
  select json_agg(json_build_object('optionId', o.option_id, 'kind', o.kind, 'name', o.name, 'count', o.count,
    'minutes', o.minutes, 'price', o.price, 'vatRate', o.vat_rate) order by o.position)
  from visit_part_options o
  where o.company_id = p.company_id and o.visit_id = p.visit_id and o.event_id = p.event_id), '[]')`;

/** A subquery for what the options of a part `p` cost, with their rates: those of today, as that of its service is. */
export const ratedOptionsOfPart = sql<RatedOption[]>`coalesce((
  select json_agg(json_build_object('name', o.name, 'count', o.count, 'price', o.price,
    'vatRate', case when n.id is null then o.vat_rate else n.vat_rate end) order by o.position)
  from visit_part_options o left join service_options n on n.company_id = o.company_id and n.id = o.option_id
  where o.company_id = p.company_id and o.visit_id = p.visit_id and o.event_id = p.event_id), '[]')`;
