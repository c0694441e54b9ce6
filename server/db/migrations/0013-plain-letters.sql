-- Letters that are not a base letter with an accent get plain ones, so that a search for "lukasz" finds "Łukasz", who
-- stands between K and M. Whatever is stored in this form is computed again.
create or replace function folded(words text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return case when octet_length(words) = char_length(words) then lower(words)
    else translate(replace(replace(replace(replace(regexp_replace(normalize(lower(words), NFKD), '[\u0300-\u036f]+', '', 'g'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'łđøıðħŋ', 'ldoidhn') end;
end $$;

do $$
declare
  stored record;
  trigger_name text;
  triggers text[];
  index regclass;
begin
  -- Generated columns are computed again when a column of their expression is set. Others hold the folded text itself.
  for stored in
    select a.attrelid::regclass as table_name, quote_ident(a.attname) as column_name,
      case when a.attgenerated = 's' then quote_ident(source.attname) end as source_name
    from pg_attribute a
    join pg_class t on t.oid = a.attrelid and t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    left join lateral (
      select s.attname from pg_attribute s
      where s.attrelid = a.attrelid and s.attnum > 0 and s.attgenerated = ''
        and pg_get_expr(d.adbin, d.adrelid) ~ ('\m' || s.attname || '\M')
      order by s.attnum limit 1) source on true
    where a.attnum > 0 and not a.attisdropped
      and (a.attgenerated = 's' and pg_get_expr(d.adbin, d.adrelid) like '%folded(%'
        or (a.attrelid::regclass::text, a.attname) in (('contacts', 'search_text'), ('events', 'words'), ('delivery_attempts', 'words')))
    order by 1, 2
  loop
    -- No trigger may take this for a change of the record.
    triggers := array(select tgname from pg_trigger
      where tgrelid = stored.table_name and not tgisinternal and tgenabled <> 'D' order by tgname);
    foreach trigger_name in array triggers loop
      execute format('alter table %s disable trigger %I', stored.table_name, trigger_name);
    end loop;
    execute format('update %s set %s where %s ~ %L', stored.table_name,
      coalesce(stored.source_name || ' = ' || stored.source_name, format('%1$s = folded(%1$s)', stored.column_name)),
      stored.column_name, '[ßæœþłđøıðħŋ]');
    foreach trigger_name in array triggers loop
      execute format('alter table %s enable trigger %I', stored.table_name, trigger_name);
    end loop;
  end loop;
  for index in
    select i.indexrelid::regclass from pg_index i join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace
    where pg_get_indexdef(i.indexrelid) like '%folded(%' order by 1
  loop
    execute format('reindex index %s', index);
  end loop;
end $$;
