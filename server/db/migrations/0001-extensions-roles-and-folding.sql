-- Everything that tables build on: extensions, the role of company-scoped requests, and the functions of their indexes,
-- generated columns and constraints.
--
-- Stored values depend on these functions, so they stand here: a migration that changes one also computes those values
-- again.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- Folds text for comparison: lower case, without accents, so that a search for "riga" finds "Rīga". Letters that are
-- not a base letter with an accent (ß, ø) stay. Plain ASCII, which has as many bytes as characters, takes the short
-- way.
create function folded(words text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return case when octet_length(words) = char_length(words) then lower(words)
    else regexp_replace(normalize(lower(words), NFKD), '[\u0300-\u036f]+', '', 'g') end;
end $$;

-- Masks whatever may be the token of a link: after a slash or an equals sign, at least 22 letters with a capital. The
-- order of the conditions makes it ten times as fast as one that looks behind.
create function mask_links(words text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(words, '([/=])(?=[A-Za-z0-9_-]{22})[a-z0-9_-]*[A-Z][A-Za-z0-9_-]*', '\1***', 'g')
$$;

-- The hours before a visit at which reminders leave, as the contract has them. One lead that no interval can hold would
-- stop the reminders of all companies: they are found by one query.
create function are_reminder_leads(leads integer[]) returns boolean language sql immutable as $$
  select coalesce(array_ndims(leads), 1) = 1 and cardinality(leads) <= 3 and array_position(leads, null) is null
    and 2 <= all (leads) and 168 >= all (leads)
$$;

-- The reference of a transfer (ISO 11649): the letters and digits of a number after two check digits, which banks
-- verify.
create function transfer_reference(number text) returns text language sql immutable parallel safe as $$
  select 'RF' || lpad((98 - string_agg(case when letter ~ '[A-Z]' then (ascii(letter) - 55)::text else letter end, '' order by n)::numeric % 97)::text, 2, '0')
    || max(body)
  from (select upper(regexp_replace(number, '[^0-9A-Za-z]', '', 'g')) as body) b,
    regexp_split_to_table(body || 'RF00', '') with ordinality as l (letter, n)
$$;

-- Row-level security is the safety net beneath company-scoped requests. Such a request runs under the role
-- daybook_company, which sees and writes only rows of the company in the transaction's setting daybook.company_id. The
-- owner's own queries (public pages, workers) are not limited by it.
do $$
begin
  if not exists (select from pg_roles where rolname = 'daybook_company') then
    begin
      create role daybook_company nologin nosuperuser nobypassrls;
    exception when duplicate_object or unique_violation then null; -- Another database of this server created it first.
    end;
  end if;
  -- Until PostgreSQL 15, membership alone allows SET ROLE.
  if not pg_has_role(current_user, 'daybook_company',
      case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end) then
    execute format('grant daybook_company to %I', current_user);
  end if;
exception when insufficient_privilege then
  raise exception using message = format('the database user %I may not make the role for company-scoped requests. '
    'Run once, as a superuser: %sgrant daybook_company to %I', current_user,
    case when exists (select from pg_roles where rolname = 'daybook_company') then '' else 'create role daybook_company; ' end,
    current_user);
end $$;

grant usage on schema public to daybook_company;
