// The search of a list in its parts: finished pairs of `field:value`, and the rest, which is plain text.
import type { z } from 'zod';
import { type AnyList, fieldOf } from '#contract/lib/resource.ts';
import { kindOf, wireName } from '#contract/lib/wire.ts';
import { fieldLabel } from './resource-words.ts';

export interface Parts {
  pairs: string[];
  text: string;
}

/** The fields that can stand before a colon. */
function searchFields({ declared }: AnyList): string[] {
  const fields = Object.entries(declared.row.shape) as [string, z.ZodType][]; // A zod object's shape.
  return fields
    .filter(([field, schema]) => field !== 'version' && !['id', 'object', 'html'].includes(kindOf(schema)))
    .map(([field]) => field);
}

/** What people call them. */
export function searchLabels(resource: AnyList): string[] {
  return [...new Set(searchFields(resource).map((field) => fieldLabel(resource, field)))];
}

const wireOf = ({ declared }: AnyList, field: string) => wireName(field, fieldOf(declared, field)).toLowerCase();

/** The field that a name before a colon means: its wire name, an alias, or what the page calls it. */
function fieldCalled(resource: AnyList, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const fields = searchFields(resource);
  return (
    fields.find((field) => wireOf(resource, field) === wanted) ??
    resource.declared.search?.[wanted] ??
    fields.find((field) => String(fieldLabel(resource, field)).toLowerCase() === wanted)
  );
}

/** Finished pairs become chips; the rest stays text. */
export function partsOf(resource: AnyList, search: string): Parts {
  const parts: Parts = { pairs: [], text: '' };
  const rest: string[] = [];
  for (const part of search.split(',')) {
    const [, name = '', value = ''] = /^\s*([^:]+?)\s*:\s*(.*?)\s*$/.exec(part) ?? [];
    const field = name && value && fieldCalled(resource, name);
    if (field) parts.pairs.push(`${wireOf(resource, field)}:${value}`);
    else rest.push(part);
  }
  parts.text = rest.join(',').trimStart();
  return parts;
}

export function joined({ pairs, text }: Parts): string {
  return [...pairs, text.trim()].filter(Boolean).join(', ');
}

/** What a pair says: the field and what is sought in it. */
export function readPair(resource: AnyList, pair: string): { field: string; words: string } | undefined {
  const [, name = '', words = ''] = /^([^:]+):(.*)$/.exec(pair) ?? [];
  const field = fieldCalled(resource, name);
  return field === undefined ? undefined : { field, words };
}

/** What the search says of one field, by its name or an alias. */
export function soughtIn(resource: AnyList, search: string, field: string): string {
  const pair = pairOf(resource, partsOf(resource, search), field);
  return (pair && readPair(resource, pair)?.words) ?? '';
}

/** The search with another value for one field; without one it is not sought. A comma would end it. */
export function seekIn(resource: AnyList, search: string, field: string, value: string): string {
  const parts = partsOf(resource, search);
  const before = pairOf(resource, parts, field);
  const words = value.replaceAll(',', ' ').trim();
  const pair = `${wireOf(resource, field)}:${words}`;
  return joined({ ...parts, pairs: [...parts.pairs.filter((one) => one !== before), ...(words ? [pair] : [])] });
}

function pairOf(resource: AnyList, { pairs }: Parts, field: string): string | undefined {
  return pairs.find((pair) => readPair(resource, pair)?.field === field);
}
