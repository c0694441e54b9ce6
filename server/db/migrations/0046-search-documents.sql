-- The home page finds people by documents: one for each person with a public profile, and place. Triggers mark the
-- people whose documents may differ, and server/booking/directory/renew-documents.ts writes these again.

-- Without foreign keys: a renewal waits for no change of a record, and no change waits for a renewal. A document of a
-- person who has left is deleted by the next renewal; until then no search shows it, because it reads the profile.
create table search_documents (
  company_id uuid not null,
  user_id uuid not null,
  location_id uuid not null,
  -- The words of the name (weight A), the profession (B), the services there (C), the company and the place (D).
  document tsvector not null,
  -- People and places in their order.
  sort_name text not null,
  place_name text not null,
  latitude double precision,
  longitude double precision,
  primary key (company_id, user_id, location_id)
);
create index search_documents_document on search_documents using gin (document);
call guard_company_reading('search_documents');

-- The words of all documents. Words are compared byte by byte, so that an index finds beginnings.
create table search_vocabulary (
  word text collate "C" primary key
);
create index search_vocabulary_letters on search_vocabulary using gist (word gist_trgm_ops);

-- Marks without a key that others could wait for. Without a person: all people of the company.
create table search_changes (
  id bigint generated always as identity primary key,
  company_id uuid not null,
  user_id uuid
);
call guard_company_reading('search_changes');

insert into search_changes (company_id) select id from companies;
