// Reads the services and appointments of Easy!Appointments: an SQL dump of its database, its tables as JSON, or the
// answers of its API.
import type { BookingColumn } from '#contract/booking/import.ts';
import { type ImportField, maxImportRows } from '#contract/customers/import.ts';
import { invalid } from '#server/lib/refusal.ts';
import { readInserts } from './read-inserts.ts';
import type { CustomerSheet, Sheet } from './sheet.ts';

/** A row of a table by its plain column names, such as `startdatetime`. */
type DumpRow = Record<string, string>;
type Tables = Map<string, { line: number; row: DumpRow }[]>;

const serviceColumns: [string, BookingColumn][] = [
  ['id', 'id'],
  ['name', 'service'],
  ['category', 'category'],
  ['duration', 'minutes'],
  ['price', 'price'],
  ['description', 'description'],
  ['providers', 'person'],
];
const appointmentColumns: [string, BookingColumn][] = [
  ['id', 'id'],
  ['start_datetime', 'start'],
  ['end_datetime', 'end'],
  ['provider', 'person'],
  ['service', 'service'],
  ['first_name', 'firstName'],
  ['last_name', 'lastName'],
  ['email', 'eMail'],
  ['phone_number', 'phoneNumber'],
  ['unavailability', 'title'],
  ['notes', 'notes'],
  ['status', 'status'],
];

const customerColumns: [string, ImportField][] = [
  ['first_name', 'firstName'],
  ['last_name', 'lastName'],
  ['email', 'eMail'],
  ['mobile_number', 'phoneNumber'],
  ['phone_number', 'phoneNumber'],
  ['language', 'language'],
  ['notes', 'notes'],
];

/** Of all tables together: customers and past appointments are many more than are imported. */
const maxRows = 5 * maxImportRows;

/**
 * The sheets and the customers of a dump with appointments or services; undefined for any other text. Throws 417 with
 * Key `File` for a dump of too many rows.
 */
export function readDump(text: string): { sheets: Sheet[]; customers: CustomerSheet } | undefined {
  const tables = /^\s*[[{]/.test(text) ? tablesOfJson(text) : tablesOfSql(text);
  if (!tables?.has('appointments') && !tables?.has('services')) return undefined;
  const sheets = [servicesIn(tables), appointmentsIn(tables)].filter(({ rows }) => rows.length > 0);
  return { sheets, customers: customersIn(tables) };
}

function tablesOfSql(text: string): Tables | undefined {
  if (!/\b(?:INSERT|REPLACE)\s[^;']{0,60}\bINTO\s/i.test(text)) return undefined;
  const tables: Tables = new Map();
  const adding = adder(tables);
  for (const { table, line, columns, values } of readInserts(text)) {
    const given = columns.slice(0, values.length);
    adding(table, line, () => Object.fromEntries(given.map((column, at) => [plainName(column), values[at] ?? ''])));
  }
  return tables;
}

type JsonRow = Record<string, unknown>;

/** Of phpMyAdmin, by the names of tables, or answers of the API: in one object by their names, or lists alone. */
function tablesOfJson(text: string): Tables | undefined {
  const parsed = parsedJson(text);
  if (parsed === undefined) return undefined;
  const tables: Tables = new Map();
  const adding = adder(tables);
  const seen = new Set<string>();
  let line = 0;
  const add = (name: string, row: JsonRow) => {
    line++;
    // Records within others stand once for each of these.
    const id = asText(row.id);
    const key = `${name} ${id}`;
    if (id && seen.has(key)) return;
    seen.add(key);
    adding(name, line, () =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [plainName(column), asText(value)] as const)),
    );
    for (const [column, name] of within) if (isRow(row[column])) add(name, row[column]);
  };
  for (const [name, row] of rowsIn(parsed, '', 0)) add(name, row);
  return tables;
}

/** Records that the API puts into an appointment. */
const within = [
  ['customer', 'customers'],
  ['provider', 'providers'],
  ['service', 'services'],
] as const;
/** Of lists within lists. */
const maxDepth = 3;

const isRow = (value: unknown): value is JsonRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON text, or one on each line. */
function parsedJson(text: string): unknown {
  const parse = (json: string): unknown => {
    try {
      return JSON.parse(json);
    } catch {
      return undefined;
    }
  };
  const whole = parse(text);
  if (whole !== undefined || !text.includes('\n')) return whole;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const rows: unknown[] = [];
  for (const line of lines) {
    const row = parse(line);
    if (row === undefined) return undefined;
    rows.push(row);
  }
  return rows;
}

/** Records with the names of their tables: those of their lists, else those that their columns show. */
function* rowsIn(value: unknown, name: string, depth: number): Generator<[name: string, row: JsonRow]> {
  if (depth > maxDepth) return;
  if (Array.isArray(value)) {
    for (const one of value as unknown[]) yield* rowsIn(one, name, depth + 1);
  } else if (isRow(value)) {
    const table = nameOfTable(name) ?? tableOf(value);
    if (table && value.id !== undefined) yield [table, value];
    else if (typeof value.name === 'string' && Array.isArray(value.data)) yield* rowsIn(value.data, value.name, depth);
    else if (nameOfTable(name)) yield [name, value];
    else {
      for (const [key, list] of Object.entries(value)) {
        if (typeof list === 'object') yield* rowsIn(list, key, depth);
      }
    }
  }
}

function tableOf(row: JsonRow): string | undefined {
  const columns = new Set(Object.keys(row).map(plainName));
  const has = (...names: string[]) => names.every((name) => columns.has(name));
  if (has('start', 'end', 'providerid')) return has('serviceid') ? 'appointments' : 'unavailabilities';
  if (has('startdatetime', 'enddatetime', 'idusersprovider')) return 'appointments';
  if (has('firstname', 'lastname')) return has('services') || has('settings') ? 'providers' : 'customers';
  return has('name', 'duration') ? 'services' : undefined;
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.filter((one) => typeof one !== 'object').join(',');
  return value === null || typeof value === 'object' ? '' : String(value);
}

const plainName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/** Tables have a prefix, which may be any. */
const known = [
  ...['appointments', 'unavailabilities', 'service_categories', 'categories', 'services_providers', 'services'],
  ...['users', 'providers', 'customers', 'roles', 'user_settings'],
];

/** Returns a function that adds a row, unless its table is of something else. */
function adder(tables: Tables): (table: string, line: number, read: () => DumpRow) => void {
  const names = new Map<string, string | undefined>();
  let count = 0;
  return (table, line, read) => {
    if (!names.has(table)) names.set(table, nameOfTable(table));
    const name = names.get(table);
    if (!name) return;
    if (++count > maxRows) throw invalid('File', 'customers.importLarge');
    const rows = tables.get(name);
    if (rows) rows.push({ line, row: read() });
    else tables.set(name, [{ line, row: read() }]);
  };
}

function nameOfTable(table: string): string | undefined {
  const plain = table.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  return known.find((one) => plain === one || plain.endsWith(`_${one}`));
}

function rowsById(tables: Tables, ...names: string[]): Map<string, DumpRow> {
  return new Map(names.flatMap((name) => (tables.get(name) ?? []).map(({ row }) => [row.id ?? '', row] as const)));
}

function servicesIn(tables: Tables): Sheet {
  const categories = rowsById(tables, 'categories', 'service_categories');
  const people = rowsById(tables, 'users', 'providers');
  const doneBy = new Map<string, Set<string>>();
  const does = (serviceId: string, personId: string) => {
    const names = doneBy.get(serviceId) ?? new Set();
    doneBy.set(serviceId, names.add(nameOf(people.get(personId))));
  };
  for (const { row } of tables.get('services_providers') ?? []) does(row.idservices ?? '', row.idusers ?? '');
  for (const { row } of tables.get('providers') ?? []) {
    for (const serviceId of (row.services ?? '').split(',').filter(Boolean)) does(serviceId, row.id ?? '');
  }
  return sheetOf('services', serviceColumns, tables.get('services') ?? [], (row) => ({
    ...row,
    category:
      categories.get(row.idcategories ?? row.idservicecategories ?? row.categoryid ?? row.servicecategoryid ?? '')
        ?.name ?? '',
    providers: [...(doneBy.get(row.id ?? '') ?? [])].filter(Boolean).join(', '),
  }));
}

function appointmentsIn(tables: Tables): Sheet {
  const people = rowsById(tables, 'users', 'providers');
  const customers = rowsById(tables, 'users', 'customers');
  const services = rowsById(tables, 'services');
  const rows = [
    ...(tables.get('appointments') ?? []),
    ...(tables.get('unavailabilities') ?? []).map(({ line, row }) => ({
      line,
      row: { ...row, isunavailability: '1' },
    })),
  ];
  return sheetOf('appointments', appointmentColumns, rows, (row) => {
    const provider = people.get(row.idusersprovider ?? row.providerid ?? '');
    const customer = customers.get(row.iduserscustomer ?? row.customerid ?? '');
    const isBusy = /^(1|true)$/.test(row.isunavailability ?? row.isunavailable ?? '');
    return {
      id: row.id ?? '',
      // Times are those of clocks where the provider works.
      startdatetime: inZoneOf(provider, row.startdatetime ?? row.start ?? ''),
      enddatetime: inZoneOf(provider, row.enddatetime ?? row.end ?? ''),
      // Of an answer of the API alone, numbers stand for the names.
      provider: nameOf(provider) || numbered(row.idusersprovider ?? row.providerid),
      service: services.get(row.idservices ?? row.serviceid ?? '')?.name || numbered(row.idservices ?? row.serviceid),
      firstname: customer?.firstname ?? '',
      lastname: customer?.lastname ?? '',
      email: customer?.email ?? '',
      phonenumber: customer?.mobilenumber || customer?.phonenumber || customer?.phone || '',
      unavailability: isBusy
        ? (row.notes ?? '') || '–'
        : customer
          ? ''
          : numbered(row.iduserscustomer ?? row.customerid),
      notes: isBusy ? '' : (row.notes ?? ''),
      status: row.status ?? '',
    };
  });
}

/** The role of customers in databases whose roles are not in the dump. */
const usualRole = '3';

/** All of them, whether or not an appointment is still to come. */
function customersIn(tables: Tables): CustomerSheet {
  const roles = (tables.get('roles') ?? []).filter(({ row }) => row.slug === 'customer').map(({ row }) => row.id ?? '');
  const roleIds = new Set(roles.length ? roles : [usualRole]);
  const named = new Set((tables.get('appointments') ?? []).map(({ row }) => row.iduserscustomer ?? ''));
  const users = (tables.get('users') ?? []).filter(({ row }) =>
    row.idroles ? roleIds.has(row.idroles) : named.has(row.id ?? ''),
  );
  return {
    titles: customerColumns.map(([title]) => title),
    fields: customerColumns.map(([, field]) => field),
    rows: [...users, ...(tables.get('customers') ?? [])].map(({ line, row }) => {
      const values: DumpRow = { ...row, phonenumber: row.phonenumber || row.phone || '' };
      return { line, cells: customerColumns.map(([title]) => (values[plainName(title)] ?? '').trim()) };
    }),
  };
}

function inZoneOf(provider: DumpRow | undefined, local: string): string {
  const zone = provider?.timezone ?? '';
  const isPlain = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?$/.test(local);
  return isPlain && /^[A-Z]\w*\/[\w/+-]+$/.test(zone) ? `${local.replace(' ', 'T')}[${zone}]` : local;
}

const numbered = (id: string | undefined) => (id ? `#${id}` : '');

function nameOf(person: DumpRow | undefined): string {
  return `${person?.firstname ?? ''} ${person?.lastname ?? ''}`.trim();
}

function sheetOf(
  kind: Sheet['kind'],
  columns: readonly [string, BookingColumn][],
  rows: readonly { line: number; row: DumpRow }[],
  valuesOf: (row: DumpRow) => DumpRow,
): Sheet {
  return {
    kind,
    titles: columns.map(([title]) => title),
    fields: columns.map(([, field]) => field),
    rows: rows.map(({ line, row }) => {
      const values = valuesOf(row);
      return { line, cells: columns.map(([title]) => (values[plainName(title)] ?? '').trim()) };
    }),
  };
}
