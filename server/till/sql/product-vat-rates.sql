-- The rates of VAT of products.

-- Returns the rate of a product on a day; null while none is known.
create or replace function product_vat_rate(product products, on_day date) returns numeric language sql stable parallel safe as $$
  select coalesce((
    select r.rate from product_vat_rates r
    where r.company_id = product.company_id and r.product_id = product.id and r.from_day <= on_day
    order by r.from_day desc limit 1), product.vat_rate)
$$;
