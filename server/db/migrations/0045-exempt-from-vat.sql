-- Category E, exempt from VAT, for a seller with a VAT id who charges no VAT: the standard rate S is more than 0 (EN 16931,
-- BR-S-05). The invoice then says that it is exempt, which a zero rate, Z, would not say.
alter table invoice_vat drop constraint invoice_vat_category_check,
  add constraint invoice_vat_category_check check (category in ('S', 'AE', 'E', 'O'));

drop function vat_category(text, text, boolean);
create function vat_category(seller_vat_id text, seller_rate numeric, buyer_vat_id text, is_checked boolean) returns text
  language sql immutable parallel safe as $$
  select case when seller_vat_id = '' then 'O'
    when is_checked and s.country = any(eu) and b.country = any(eu) and s.country <> b.country then 'AE'
    when coalesce(seller_rate, 0) = 0 then 'E' else 'S' end
  from (select upper(left(ltrim(seller_vat_id), 2)) as country) s, (select upper(left(buyer_vat_id, 2)) as country) b,
    (select '{AT,BE,BG,CY,CZ,DE,DK,EE,EL,ES,FI,FR,HR,HU,IE,IT,LT,LU,LV,MT,NL,PL,PT,RO,SE,SI,SK,XI}'::text[] as eu) e
$$;
