// Reads the SQL files of functions, triggers and views, and the objects that they declare.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterTables, beforeTables } from './sql-order.ts';

const serverFolder = new URL('../', import.meta.url);

/** A function, procedure, trigger or view, and the text that creates or replaces it with its grants. */
export interface SqlObject {
  /** Such as `function folded` or `trigger events_changed on events`. */
  id: string;
  text: string;
  digest: string;
  /** The path of its file below `server/`. */
  path: string;
}

export interface SqlObjects {
  /** Migrations call these. */
  before: SqlObject[];
  after: SqlObject[];
}

/** Returns the objects of all files, in the order in which they are applied. */
export async function readSqlObjects(): Promise<SqlObjects> {
  const [before, after] = await Promise.all([objectsOf(beforeTables), objectsOf(afterTables)]);
  return { before, after };
}

/** Changes with any object, and with their order. */
export function digestOfAll({ before, after }: SqlObjects): string {
  return digestOf([...before, ...after].map(({ id, digest }) => `${id} ${digest}`).join('\n'));
}

async function objectsOf(paths: readonly string[]): Promise<SqlObject[]> {
  const texts = await Promise.all(paths.map((path) => readFile(new URL(path, serverFolder), 'utf8')));
  return paths.flatMap((path, index) => parseSqlFile(path, texts[index] ?? ''));
}

/**
 * Each object begins with `create or replace` at the start of a line and goes up to the next one: grants and revokes
 * follow their object. Throws for anything else than a comment before the first object.
 */
export function parseSqlFile(path: string, text: string): SqlObject[] {
  const starts = [...text.matchAll(/^create\b/gm)].map(({ index }) => index);
  const head = withoutComments(text.slice(0, starts[0])).trim();
  if (head) throw new Error(`${path}: SQL before the first object: ${head}`);
  return starts.map((start, index) => {
    const own = withoutComments(text.slice(start, starts[index + 1])).trim();
    return { id: idOf(path, own), text: own, digest: digestOf(own), path };
  });
}

/** Without the comments at the start of a line, which stand before an object. Those inside of bodies are indented. */
function withoutComments(text: string): string {
  return text.replace(/^--.*\n?/gm, '');
}

function idOf(path: string, text: string): string {
  const [, kind, name] = /^create or replace (function|procedure|view) (\w+)/.exec(text) ?? [];
  if (kind) return `${kind} ${name}`;
  const [, trigger, table] = /^create or replace trigger (\w+)\b.*?\son (\w+)/s.exec(text) ?? [];
  if (trigger) return `trigger ${trigger} on ${table}`;
  throw new Error(`${path}: not a function, procedure, view or trigger to create or replace: ${text.slice(0, 80)}`);
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
