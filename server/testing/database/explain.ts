// Records the statements of a request, and runs them again to see how PostgreSQL reads their rows.
import assert from 'node:assert/strict';
import pg from 'pg';

export interface Statement {
  begin: string;
  text: string;
  values: readonly unknown[];
}

export interface Plan {
  'Subplan Name'?: string;
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Presorted Key'?: string[];
  'Rows Removed by Filter'?: number;
  'Actual Rows': number;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

/** Records the statements of transactions while `act` runs: as the role of a company, or as the owner with its id. */
export async function recordStatements(act: () => Promise<void>): Promise<Statement[]> {
  const begins = new WeakMap<pg.Client, string>();
  const found: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [config] = args as [string | pg.QueryConfig];
    const text = typeof config === 'string' ? config : config.text;
    const before = begins.get(this);
    if (/^begin/.test(text)) begins.set(this, text);
    else if (/^(commit|rollback)/.test(text)) begins.delete(this);
    else if (before && /^set local/.test(text)) begins.set(this, `${before}; ${text}`);
    else if (before) {
      found.push({ begin: before, text, values: (typeof config === 'object' && config.values) || [] });
    }
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await act();
  } finally {
    pg.Client.prototype.query = query;
  }
  return found;
}

/**
 * Runs a statement again, with the same settings and as if every table were large, and returns its plan. Runs it before
 * once more: its pages would include those of the catalogs, which other tests have PostgreSQL forget.
 */
export async function explain(
  client: pg.Client,
  { begin, text, values }: Statement,
  settings = 'enable_seqscan = off',
) {
  await client.query(`${begin}; set local ${settings}`);
  try {
    await client.query(`prepare explained as ${text}`);
    const given = values.map((value) => literal(value)).join(', ');
    const execute = `execute explained${given && `(${given})`}`;
    await client.query(`savepoint warm; ${execute}; rollback to warm`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, format json) ${execute}`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    assert.ok(plan);
    return plan;
  } finally {
    await client.query('rollback; deallocate all');
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((item) => JSON.stringify(String(item))).join(',')}}`);
  return pg.escapeLiteral(String(value));
}

export function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
