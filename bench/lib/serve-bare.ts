// The baseline for the application: Fastify and the database driver, nothing else. Prints its port.
import Fastify from 'fastify';
import pg from 'pg';

const [databaseUrl = '', month = '', size = '0'] = process.argv.slice(2);
const [companyId, calendarId, from, to] = month.split(',');
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const body = `"${'x'.repeat(Math.max(0, Number(size) - 2))}"`;
const server = Fastify();

// The month's events by one indexed, prepared query; the answer is as long as the application's, and constant.
server.get('/month', async (_request, reply) => {
  await pool.query({
    name: 'month',
    text: `select lower(occupied) as start, upper(occupied) as "end" from events
      where company_id = $1 and calendar_id = $2 and blocks and occupied && tstzrange($3, $4)`,
    values: [companyId, calendarId, from, to],
  });
  return reply.type('application/json; charset=utf-8').send(body);
});

/** The rows of a booking of one part; the comparison shows the cost of the steps before it. */
const insert = `
  with taken as (
    insert into events (company_id, id, calendar_id, location_id, title, description, start_at, end_at, time_zone, type, occupied,
        held_until, words)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
      on conflict on constraint events_do_not_overlap do nothing returning id
  ), booked as (
    insert into visits (company_id, id, location_id, start_at, end_at, time_zone, day, name, e_mail, status, source, held_until,
        hold_token_hash, calendar_uid)
      select $1, id, $4, $7::timestamptz, $8::timestamptz, $9, ($7::timestamptz at time zone $9)::date, $14, $15, 'held', 'page',
        $12::timestamptz, $16, id
      from taken returning id
  )
  insert into visit_parts (company_id, visit_id, event_id, service_id, service_name, minutes, price)
    select $1, id, id, $17::uuid, $5, 60, 25 from booked returning visit_id as id`;
server.post<{ Body: { values: string[] } }>('/insert', async (request) => {
  const { rows } = await pool.query({ name: 'insert', text: insert, values: request.body.values });
  return { id: rows[0]?.id };
});

/** The row of a notice of a payment provider, once. */
const notice = `
  insert into provider_events (provider, event_id, type, received_at, due_at, outcome)
  values ('stripe', $1, $2, now(), null, 'ignored') on conflict do nothing`;
server.post<{ Body: { id: string; type: string } }>('/notice', async ({ body: { id, type } }) => {
  const { rowCount } = await pool.query({ name: 'notice', text: notice, values: [id, type] });
  return { isFirst: rowCount === 1 };
});

/** The rows of a booking of several parts. */
const insertParts = `
  with part as (
    select * from unnest($3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::tstzmultirange[]) with ordinality
      as p (id, start_at, end_at, occupied, position)
  ), taken as (
    insert into events (company_id, id, calendar_id, location_id, title, description, start_at, end_at, time_zone, type, occupied,
        held_until, words)
      select $1, id, $7, $8, $9, '', start_at, end_at, $10, 'info', occupied, $11, $12 from part
      on conflict on constraint events_do_not_overlap do nothing returning id
  ), booked as (
    insert into visits (company_id, id, location_id, start_at, end_at, time_zone, day, name, e_mail, status, source, held_until,
        hold_token_hash, calendar_uid)
      select $1, $2::uuid, $8, min(start_at), max(end_at), $10, (min(start_at) at time zone $10)::date, $13, $14, 'held', 'page',
        $11::timestamptz, $15, $2::uuid
      from part having (select count(*) from taken) = count(*) returning id
  )
  insert into visit_parts (company_id, visit_id, event_id, position, service_id, service_name, minutes, price)
    select $1, booked.id, part.id, part.position, $16::uuid, $9, 60, 25 from booked, part returning visit_id as id`;
server.post<{ Body: { values: unknown[] } }>('/insert-parts', async (request) => {
  const { rows } = await pool.query({ name: 'insert-parts', text: insertParts, values: request.body.values });
  return { id: rows[0]?.id };
});

/** The rows of a sale of one line. */
const insertReceipt = `
  with receipt as (
    insert into receipts (company_id, id, location_id, day, amount, seller, created_at)
      values ($1, $2, $3, current_date, 25, '{}', now()) returning company_id, id
  ), line as (
    insert into receipt_lines (company_id, receipt_id, position, kind, name, location_id, day, quantity, unit_price, amount, vat_rate)
      select company_id, id, 0, 'product', 'Shampoo', $3, current_date, 2, 12.5, 25, 21 from receipt
  )
  insert into receipt_payments (company_id, receipt_id, position, method, amount) select company_id, id, 0, 'cash', 25 from receipt`;
server.post<{ Body: { values: string[] } }>('/receipt', async (request) => {
  await pool.query({ name: 'receipt', text: insertReceipt, values: request.body.values });
  return { id: request.body.values[1] };
});

await server.listen({ port: 0, host: '127.0.0.1' });
const address = server.server.address();
console.log(typeof address === 'object' && address?.port);
process.on('SIGTERM', () => process.exit(0));
