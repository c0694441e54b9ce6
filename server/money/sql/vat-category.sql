-- Returns the category of VAT (EN 16931) of a sale of the seller to a buyer: O without a VAT id of the seller; E when
-- the seller is exempt; AE, reverse charge, when the buyer's VAT id was checked and belongs to another country of the
-- European Union; S otherwise.
create or replace function vat_category(seller_vat_id text, seller_rate numeric, buyer_vat_id text, is_checked boolean) returns text
  language sql immutable parallel safe as $$
  select case when seller_vat_id = '' then 'O'
    when is_checked and s.country = any(eu) and b.country = any(eu) and s.country <> b.country then 'AE'
    when coalesce(seller_rate, 0) = 0 then 'E' else 'S' end
  from (select upper(left(ltrim(seller_vat_id), 2)) as country) s, (select upper(left(buyer_vat_id, 2)) as country) b,
    (select '{AT,BE,BG,CY,CZ,DE,DK,EE,EL,ES,FI,FR,HR,HU,IE,IT,LT,LU,LV,MT,NL,PL,PT,RO,SE,SI,SK,XI}'::text[] as eu) e
$$;
