// A function in the template of tests that deletes what a test has written, and brings back what it has changed.
import type pg from 'pg';

interface Table {
  name: string;
  columns: string;
  hasRows: boolean;
}

/**
 * Adds a schema `testing` to a template: copies of its rows, `reset()`, and a log of commands that change more than
 * rows. The client must be the superuser.
 */
export async function addResetFunction(client: pg.Client): Promise<void> {
  const tables = await findTables(client);
  const sequences = await client.query<{ name: string; first: string }>(
    `select quote_ident(sequencename) as name, start_value::text as first from pg_sequences
     where schemaname = 'public' and last_value is null`,
  );
  // Comparing the rules of all zones costs more than the rest.
  const filled = tables.filter(({ name, hasRows }) => hasRows && name !== 'zone_rules');
  const empty = tables.filter(({ hasRows }) => !hasRows);
  await client.query(`
    create schema testing;
    create table testing.commands (tag text);
    ${filled.map(({ name }) => `create table testing.${name} as table public.${name};`).join('\n')}
    create table testing.versions (name text, place tid, version xid);
    ${filled.map(({ name }) => rememberVersions(name)).join('\n')}

    create function testing.log_command() returns event_trigger language plpgsql security definer as $$
    begin
      insert into testing.commands select command_tag from pg_event_trigger_ddl_commands()
        where schema_name is distinct from 'pg_temp';
    end $$;
    create function testing.log_drop() returns event_trigger language plpgsql security definer as $$
    begin
      insert into testing.commands select tg_tag from pg_event_trigger_dropped_objects() where not is_temporary limit 1;
    end $$;

    -- Returns false, and changes nothing, after commands that changed more than rows, and with other rules of zones.
    create function testing.reset() returns boolean language plpgsql
      set session_replication_role = replica set daybook.restoring = '1' set lock_timeout = '1s' as $$
    begin
      if exists (select from testing.commands) then return false; end if;
      if not exists (select from public.zone_rules_version v join testing.zone_rules_version f on f.version = v.version) then
        return false;
      end if;
      ${empty.map(({ name }) => `delete from public.${name};`).join('\n')}
      ${filled.map(restoreRows).join('\n')}
      -- As in a new database: plans follow the statistics of a test's own ANALYZE only.
      delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace);
      perform pg_clear_relation_stats('public', relname) from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= 0;
      ${sequences.rows.map(({ name, first }) => `perform setval('public.${name}', ${first}, false);`).join('\n')}
      return true;
    end $$;

    create event trigger log_command on ddl_command_end execute function testing.log_command();
    create event trigger log_drop on sql_drop execute function testing.log_drop();
  `);
}

/** A row that nothing has written since is the same version at the same place: comparing that costs less than values. */
function rememberVersions(name: string): string {
  return `insert into testing.versions select '${name}', ctid, xmin from public.${name};`;
}

/** Leaves equal rows alone: most tests change none of these. */
function restoreRows({ name, columns }: Table): string {
  const remembered = `select place, version from testing.versions where name = '${name}'`;
  return `
      if exists (select ctid, xmin from public.${name} except ${remembered})
        or exists (${remembered} except select ctid, xmin from public.${name}) then
        delete from public.${name} t where t::text not in (select f::text from testing.${name} f);
        insert into public.${name} (${columns}) overriding system value select ${columns} from testing.${name} f
          where f::text not in (select t::text from public.${name} t);
        delete from testing.versions where name = '${name}';
        ${rememberVersions(name)}
      end if;`;
}

async function findTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Omit<Table, 'hasRows'>>(`
    select quote_ident(c.relname) as name,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
       where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`);
  const tables: Table[] = [];
  for (const row of rows) {
    const { rows: found } = await client.query(`select exists (select from public.${row.name}) as "hasRows"`);
    tables.push({ ...row, hasRows: found[0].hasRows });
  }
  return tables;
}
