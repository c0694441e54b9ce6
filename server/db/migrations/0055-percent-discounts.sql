-- Discounts as they were given: in percent, beside the amount that they come to.
alter table receipt_lines add column discount_percent numeric(5,2)
  check (discount_percent is null or kind = 'discount' and discount_percent > 0 and discount_percent <= 100);

-- Of the whole basket; those of lines are in them.
alter table till_baskets add column discount_percent numeric(5,2) check (discount_percent > 0 and discount_percent <= 100);
update till_baskets set lines = coalesce((
  select jsonb_agg(line || '{"discountPercent": null}' order by position)
  from jsonb_array_elements(lines) with ordinality l (line, position)), '[]');
