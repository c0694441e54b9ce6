// Counts the statements that this process sends to PostgreSQL while something happens.
import pg from 'pg';

/** Returns their texts; `act` reads those sent so far. */
export async function queriesOf(act: (texts: readonly string[]) => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [config] = args as [string | pg.QueryConfig];
    texts.push(typeof config === 'string' ? config : config.text);
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await act(texts);
  } finally {
    pg.Client.prototype.query = query;
  }
  return texts;
}
