-- The logo of a company: a picture of its own.

alter table companies add column logo_id uuid,
  add foreign key (id, logo_id) references files (company_id, id) on delete set null (logo_id);
