-- Imports of products, and when a sale was begun.

alter table import_refs
  drop constraint import_refs_kind_check,
  add constraint import_refs_kind_check check (kind in ('category', 'service', 'appointment', 'customer', 'product'));

-- When the basket of a sale was begun; null of others.
alter table receipts add column started_at timestamptz;
