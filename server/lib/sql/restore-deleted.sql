-- Snapshots of deleted records, and their restore (server/lib/grid/undo-delete.ts).

-- Returns these rows of a table with everything that deleting them would delete or cut off, following the foreign keys
-- that reference them.
create or replace function collect_dependents(target regclass, deleted jsonb) returns jsonb
  language plpgsql stable as $$
declare
  parts jsonb := jsonb_build_array(jsonb_build_object('tableName', target::text, 'columns', null, 'rows', deleted));
  link record;
  found_rows jsonb;
begin
  for link in
    select c.conrelid::regclass as child, c.confdeltype as kind,
      (select string_agg(format('c.%I = p.%I', own.attname, their.attname), ' and ')
        from unnest(c.conkey, c.confkey) as k(own, their)
        join pg_attribute own on own.attrelid = c.conrelid and own.attnum = k.own
        join pg_attribute their on their.attrelid = c.confrelid and their.attnum = k.their) as join_condition,
      (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = c.conrelid
        and a.attnum = any(coalesce(c.confdelsetcols, c.conkey))) as nulled_columns,
      (select array_agg(a.attname::text) from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indrelid = c.conrelid and i.indisprimary) as key
    from pg_constraint c where c.confrelid = target and c.contype = 'f' and c.confdeltype in ('c', 'n') order by c.conname
  loop
    execute format('select jsonb_agg(%s) from %s c join jsonb_populate_recordset(null::%s, $1) p on %s',
      case link.kind when 'c' then 'to_jsonb(c)'
        else '(select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(c)) where key = any($2))' end,
      link.child, target, link.join_condition) into found_rows using deleted, link.key || link.nulled_columns;
    continue when found_rows is null;
    if link.kind = 'c' then
      parts := parts || collect_dependents(link.child, found_rows);
    else
      parts := parts || jsonb_build_object('tableName', link.child::text, 'columns', to_jsonb(link.nulled_columns), 'rows', found_rows);
    end if;
  end loop;
  return parts;
end $$;

-- Restores what collect_dependents returned. Rows that exist again or reference something else by now stay as they are;
-- the record itself must fit, else the insert fails.
create or replace function restore_rows(parts jsonb) returns void language plpgsql as $$
declare
  part jsonb;
  target regclass;
  names text;
begin
  for part in select value from jsonb_array_elements(parts) with ordinality order by ordinality loop
    target := (part->>'tableName')::regclass;
    if part->'columns' = 'null' then
      select string_agg(format('%I', attname), ', ' order by attnum) into names from pg_attribute
        where attrelid = target and attnum > 0 and not attisdropped and attgenerated = '';
      execute format('insert into %s (%s) select %s from jsonb_populate_recordset(null::%s, $1) %s', target, names, names, target,
        case when part = parts->0 then '' else 'on conflict do nothing' end) using part->'rows';
    else
      execute format('update %s c set %s from jsonb_populate_recordset(null::%s, $1) p where %s', target,
        (select string_agg(format('%I = p.%I', name, name), ', ') from jsonb_array_elements_text(part->'columns') as n(name)),
        target,
        (select string_agg(format('c.%I = p.%I', a.attname, a.attname), ' and ')
            || (select string_agg(format(' and c.%I is null', name), '') from jsonb_array_elements_text(part->'columns') as n(name))
          from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
          where i.indrelid = target and i.indisprimary)) using part->'rows';
    end if;
  end loop;
end $$;
