-- The files of invoices and credit notes, and the links of mails that open them
-- (docs/decisions/0059-invoices-have-one-file.md).

-- The file of each invoice: known with it, made after the commit. The bytes are in the store of files; `pdf_hash` is null
-- until they are there.
create table invoice_files (
  company_id uuid not null,
  invoice_id uuid not null,
  id uuid not null default gen_random_uuid() unique,
  -- Of the document, chosen when the file is made.
  language text,
  pdf_hash bytea,
  -- Of the XML that the PDF contains.
  xml_hash bytea,
  size integer,
  made_at timestamptz,
  -- When the mail with the file was queued.
  announced_at timestamptz,
  primary key (company_id, invoice_id),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict deferrable initially deferred,
  check (num_nulls(language, pdf_hash, xml_hash, size, made_at) in (0, 5))
);
create index invoice_files_to_make on invoice_files (invoice_id) where pdf_hash is null;
call guard_company_reading('invoice_files');

create function add_invoice_file() returns trigger language plpgsql as $$
begin
  insert into invoice_files (company_id, invoice_id) values (new.company_id, new.id);
  return null;
end $$;
create trigger has_file after insert on invoices for each row execute function add_invoice_file();

-- Invoices of before were announced without a file.
insert into invoice_files (company_id, invoice_id, announced_at) select company_id, id, issued_at from invoices;

-- A link of a mail opens one file without a session. Only the hash of its token is known here.
create table invoice_links (
  token_hash bytea primary key,
  company_id uuid not null,
  invoice_id uuid not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  foreign key (company_id, invoice_id) references invoice_files (company_id, invoice_id) on delete restrict
);
create index invoice_links_invoice on invoice_links (company_id, invoice_id);
create index invoice_links_expiry on invoice_links (expires_at);
call guard_company_reading('invoice_links');

-- A mail names its attachment by its key in the store of files.
alter table email_messages
  add column attachment_key text,
  add column attachment_name text,
  add column attachment_type text,
  add constraint email_messages_attachment check (num_nulls(attachment_key, attachment_name, attachment_type) in (0, 3));
