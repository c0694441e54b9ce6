-- A location has a public page where a person with a public profile works, unless its company switches the page off.
alter table locations add column is_page_public boolean not null default true;

-- Sites of the company that may show its booking form in a frame. They end up in a header, so nothing but exact https
-- origins is stored.
alter table companies add column embed_origins text[] not null default '{}'
  check ('' <> all (embed_origins)
    and array_to_string(embed_origins, ' ', '*') ~ '^(https://[a-z0-9.-]+(:[0-9]+)?( |$))*$');
