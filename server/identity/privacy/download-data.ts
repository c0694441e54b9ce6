// Exports all data about a person as one archive: the records, table by table, and the files they uploaded.
import { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import { fetchBatches } from '#server/db/fetch-batches.ts';
import type { Db } from '#server/db/pool.ts';
import { readTransaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { iterateSends } from '#server/lib/files/iterate-sends.ts';
import { checkDownloadLimits, limitDownload } from '#server/lib/files/running-downloads.ts';
import { spoolToFile } from '#server/lib/files/spool.ts';
import { type ZipEntry, zipOf } from '#server/lib/files/zip.ts';
import { FileAnswer } from '#server/lib/http/answer.ts';
import { checkThrottle, type Limit, throttle } from '#server/lib/http/throttle.ts';
import { tablesOfCalendars, tablesOfOutsideCalendars } from './calendar-tables.ts';
import { asCustomer } from './downloaded-columns.ts';
import { personalTables } from './personal-tables.ts';

/** Columns of credentials, which are useful to thieves only. */
const secrets = '(password|hash|secret|token|public_key|recovery|encrypted|cipher)';

/** Customers have a right to their own data: of events, only the person's own columns are exported. */
const eventColumns = ['id', 'title', 'start_at', 'end_at', 'time_zone', 'all_day', 'type', 'status', 'created_at'];

/** Likewise of the records of customers that the person made as an employee. */
const ownColumns: Readonly<Record<string, readonly string[]>> = {
  contacts: ['id', 'created_at'],
  consents: ['id', 'channel', 'is_given', 'created_at'],
  contact_merges: ['id', 'created_at', 'undone_at'],
};

/**
 * Includes every company they work for, without secrets and without their customers' contact details. For a verified
 * address, also includes the data about it: as a customer, and in mails to it. Throws 429 after five downloads in an
 * hour, and 429 or 503 while too many run.
 */
export async function downloadData(context: SignedIn): Promise<FileAnswer> {
  const { user, clock, database } = context;
  checkDownloadLimits(context);
  await throttle(context, limitOf(context));
  await audit({ ...context, db: database.write }, 'Downloaded all data kept about the account');
  const day = clock.now().toString().slice(0, 10);
  const archive = limitDownload(context, () => zipOf(entriesOf(context)));
  return new FileAnswer(archive, 'application/zip', { name: `daybook-${user.logIn}-${day}.zip` });
}

/** Reports a refusal before the download starts; afterwards it would be a broken file. */
export async function checkDownload(context: SignedIn): Promise<undefined> {
  checkDownloadLimits(context);
  await checkThrottle(context, limitOf(context));
}

/** Each download reads all data of a person. */
function limitOf({ user }: SignedIn): Limit {
  return { action: 'download data', subject: user.id, max: 5, minutes: 60 };
}

async function* entriesOf(context: SignedIn): AsyncGenerator<ZipEntry> {
  const { user, database, clock, files } = context;
  yield { name: 'data.json', content: spoolToFile(Readable.from(recordsOf(context))), modified: clock.now() };
  const uploads = await database.read
    .selectFrom('files')
    .select(['id', 'displayName', 'createdAt'])
    .where('uploadedBy', '=', user.id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  for (const { id, displayName, createdAt } of uploads) {
    const content = await files.read(id);
    // The file may have been deleted meanwhile.
    if (!content) continue;
    yield { name: `files/${id}-${displayName.replaceAll(unsafeCharacters, '_')}`, content, modified: createdAt };
  }
}

/** Characters that some system treats specially in file names. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: file names must not contain them.
const unsafeCharacters = /[\x00-\x1f\\/:*?"<>|]/g;

function recordsOf(context: SignedIn): AsyncIterable<string> {
  const { user, clock } = context;
  return iterateSends<string>((send) =>
    readTransaction(context, async ({ db }) => {
      await send(`{\n"made": ${JSON.stringify(clock.now().toString())}`);
      for (const [name, query] of await parts(db, user.id)) {
        const rows = sql`
          select (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(to_jsonb(kept)) where key !~ ${secrets})::text as row
          from (${query}) kept`;
        let isEmpty = true;
        for await (const batch of fetchBatches<{ row: string }>(db, rows)) {
          const before = isEmpty ? `,\n${JSON.stringify(name)}: [\n` : ',\n';
          await send(before + batch.map(({ row }) => row).join(',\n'));
          isEmpty = false;
        }
        if (!isEmpty) await send('\n]');
      }
      await send('\n}\n');
    }),
  );
}

async function parts(db: Db, userId: string): Promise<[string, RawBuilder<unknown>][]> {
  const tables = await personalTables(db);
  const ownCalendars = sql`select company_id, id from calendars where user_id = ${userId}`;
  const columns = sql.join(eventColumns.map((name) => sql.ref(`v.${name}`)));
  const verified = sql`(select lower(log_in) from users where id = ${userId} and e_mail_verified_at is not null)`;
  return [
    ['users', sql`select * from users where id = ${userId}`],
    ...tables
      .filter(({ name }) => name !== 'events')
      .map((table): [string, RawBuilder<unknown>] => {
        const conditions = table.columns.map((column) => sql`${sql.ref(column)} = ${userId}`);
        const own = ownColumns[table.name];
        const columns = own ? sql.join(own.map((name) => sql.ref(name))) : sql`*`;
        return [
          table.name,
          sql`select ${columns} from ${sql.table(table.name)} where ${sql.join(conditions, sql` or `)}`,
        ];
      }),
    ...tablesOfCalendars.map((name): [string, RawBuilder<unknown>] => [
      name,
      sql`select * from ${sql.table(name)} where (company_id, calendar_id) in (${ownCalendars})`,
    ]),
    ...tablesOfOutsideCalendars.map((name): [string, RawBuilder<unknown>] => [
      name,
      sql`select * from ${sql.table(name)} where (company_id, outside_calendar_id) in (
        select company_id, id from outside_calendars where (company_id, calendar_id) in (${ownCalendars}))`,
    ]),
    [
      'services',
      sql`select s.* from services s where exists (select from service_people p
        where p.company_id = s.company_id and p.service_id = s.id and (p.company_id, p.calendar_id) in (${ownCalendars}))`,
    ],
    ['files', sql`select * from files where uploaded_by = ${userId}`],
    [
      'events',
      sql`select ${columns} from appointments v where (v.company_id, v.calendar_id) in (${ownCalendars}) or v.user_id = ${userId}
        order by v.start_at, v.id`,
    ],
    [
      'appointments_as_customer',
      sql`select c.name as company, ${columnsOf('events', 'e')}, ${columnsOf('visits', 'v')}, ${columnsOf('visitParts', 'p')},
          array(select to_jsonb(x) from (
            select ${columnsOf('visitPartOptions', 'o')} from visit_part_options o
            where o.company_id = p.company_id and o.visit_id = p.visit_id and o.event_id = p.event_id
            order by o.position) x) as options
        from visits v join visit_parts p on p.company_id = v.company_id and p.visit_id = v.id
        join events e on e.company_id = p.company_id and e.id = p.event_id
        join companies c on c.id = v.company_id
        where v.e_mail <> '' and lower(v.e_mail) = ${verified} order by e.start_at, e.id`,
    ],
    [
      'payments_to_companies',
      sql`select c.name as company, ${columnsOf('receipts', 'r')}, ${partsOf('receiptPayments')} as payments,
          ${partsOf('receiptLines')} as lines
        from receipts r join companies c on c.id = r.company_id
        left join visits v on v.company_id = r.company_id and v.id = r.visit_id
        left join contacts k on k.company_id = r.company_id and k.id = r.contact_id
        where (v.e_mail <> '' and lower(v.e_mail) = ${verified}) or k.e_mail_key = ${verified} order by r.created_at, r.id`,
    ],
    [
      'contact_of_companies',
      sql`select c.name as company, ${columnsOf('contacts', 'k')},
          array(select t.tag from contact_tags t where t.company_id = k.company_id and t.contact_id = k.id order by t.tag) as tags
        from contacts k join companies c on c.id = k.company_id where k.e_mail_key = ${verified}`,
    ],
    [
      'feeds_as_customer',
      sql`select c.name as company, ${columnsOf('feeds', 'f')}
        from feeds f join companies c on c.id = f.company_id
        left join visits v on v.company_id = f.company_id and v.id = f.visit_id
        left join contacts k on k.company_id = f.company_id and k.id = f.contact_id
        where (v.e_mail <> '' and lower(v.e_mail) = ${verified}) or k.e_mail_key = ${verified} order by f.created_at, f.id`,
    ],
    [
      'consents_to_companies',
      sql`select c.name as company, ${columnsOf('consents', 's')}
        from consents s join companies c on c.id = s.company_id
        join contacts k on k.company_id = s.company_id and k.id = s.contact_id
        where k.e_mail_key = ${verified} order by s.created_at, s.id`,
    ],
    [
      'mails',
      sql`select ${columnsOf('emailMessages', 'm')}, d.state,
          case when d.state in ('sent', 'delivered', 'undelivered') then d.settled_at end as sent_at
        from email_messages m join deliveries d on d.id = m.id where lower(m.to_e_mail) = ${verified} order by m.created_at, m.id`,
    ],
    [
      'sms',
      sql`select c.name as company, ${columnsOf('smsMessages', 'm')}, mask_links(m.message) as message, d.state
        from sms_messages m join deliveries d on d.id = m.id join companies c on c.id = m.company_id
          join visits v on v.company_id = m.company_id and v.id = m.visit_id
        where v.e_mail <> '' and lower(v.e_mail) = ${verified} order by m.created_at, m.id`,
    ],
    ['feedback_by_address', sql`select * from feedback where lower(e_mail) = ${verified} and user_id is null`],
  ];
}

/** The rows of a receipt `r`, in their order. */
function partsOf(table: 'receiptPayments' | 'receiptLines'): RawBuilder<unknown> {
  return sql`coalesce((select json_agg(to_jsonb(x) - 'position' order by x.position)
    from (select p.position, ${columnsOf(table, 'p')} from ${sql.table(table)} p
      where p.company_id = r.company_id and p.receipt_id = r.id) x), '[]')`;
}

/** Selects the columns that a download has of a table. */
function columnsOf(table: keyof typeof asCustomer, alias: string): RawBuilder<unknown> {
  return sql.join(asCustomer[table].columns.map((column) => sql.ref(`${alias}.${column}`)));
}
