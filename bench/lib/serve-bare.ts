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
      where company_id = $1 and calendar_id = $2 and status <> 'cancelled' and occupied && tstzrange($3, $4)`,
    values: [companyId, calendarId, from, to],
  });
  return reply.type('application/json; charset=utf-8').send(body);
});

/** The final statement of a booking, with the same columns; the comparison shows the cost of the steps before it. */
const insert = `insert into events (company_id, id, calendar_id, location_id, service_id, title, description, start_at, end_at,
    time_zone, type, status, occupied, held_until, hold_token_hash, send_sms, name, phone_number, e_mail, language)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
  on conflict on constraint events_do_not_overlap do nothing returning id`;
server.post<{ Body: { values: string[] } }>('/insert', async (request) => {
  const { rows } = await pool.query({ name: 'insert', text: insert, values: request.body.values });
  return { id: rows[0]?.id };
});

await server.listen({ port: 0, host: '127.0.0.1' });
const address = server.server.address();
console.log(typeof address === 'object' && address?.port);
process.on('SIGTERM', () => process.exit(0));
