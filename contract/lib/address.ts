// Builds the address of a read: one spelling for the browser that fetches and the server that preloads answers.
import type { Operation } from './service.ts';
import { toWire } from './wire.ts';

/** Returns, for example, `/api/home/Search?PageNr=2`: wire names, in the order the contract declares them. */
export function addressOf(operation: Operation, input: unknown): string {
  const values = { ...(toWire(operation.input, input) as Record<string, unknown>) };
  let path = operation.path;
  for (const [name, value] of Object.entries(values)) {
    const marked = new RegExp(`:${name}(?=/|$)`, 'i');
    if (!marked.test(path)) continue;
    path = path.replace(marked, encodeURIComponent(String(value)));
    delete values[name];
  }
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return `/${path}${search.size ? `?${search}` : ''}`;
}
