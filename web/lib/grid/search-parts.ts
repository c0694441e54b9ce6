// The search of a list in its parts: finished pairs of `field:value`, and the rest, which is plain text.
import type { z } from 'zod';
import { type AnyList, fieldOf } from '#contract/lib/resource.ts';
import { kindOf, wireName } from '#contract/lib/wire.ts';
import { fieldLabel } from './list-text.ts';

export interface SearchParts {
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

const wireFieldName = ({ declared }: AnyList, field: string) => wireName(field, fieldOf(declared, field)).toLowerCase();

/** The field that a name before a colon means: its wire name, an alias, or what the page calls it. */
function findField(resource: AnyList, name: string): string | undefined {
  const lowerName = name.toLowerCase();
  const fields = searchFields(resource);
  return (
    fields.find((field) => wireFieldName(resource, field) === lowerName) ??
    resource.declared.search?.[lowerName] ??
    fields.find((field) => String(fieldLabel(resource, field)).toLowerCase() === lowerName)
  );
}

/** Finished pairs become chips; the rest stays text. */
export function parseSearch(resource: AnyList, search: string): SearchParts {
  const parts: SearchParts = { pairs: [], text: '' };
  const rest: string[] = [];
  for (const part of search.split(',')) {
    const [, name = '', value = ''] = /^\s*([^:]+?)\s*:\s*(.*?)\s*$/.exec(part) ?? [];
    const field = name && value && findField(resource, name);
    if (field) parts.pairs.push(`${wireFieldName(resource, field)}:${value}`);
    else rest.push(part);
  }
  parts.text = rest.join(',').trimStart();
  return parts;
}

export function joinParts({ pairs, text }: SearchParts): string {
  return [...pairs, text.trim()].filter(Boolean).join(', ');
}

/** What a pair says: the field and what is sought in it. */
export function parsePair(resource: AnyList, pair: string): { field: string; term: string } | undefined {
  const [, name = '', term = ''] = /^([^:]+):(.*)$/.exec(pair) ?? [];
  const field = findField(resource, name);
  return field === undefined ? undefined : { field, term };
}

/** What the search says of one field, by its name or an alias. */
export function termIn(resource: AnyList, search: string, field: string): string {
  const pair = findPair(resource, parseSearch(resource, search), field);
  return (pair && parsePair(resource, pair)?.term) ?? '';
}

/** The search with another value for one field; without one it is not sought. A comma would end it. */
export function withTerm(resource: AnyList, search: string, field: string, value: string): string {
  const parts = parseSearch(resource, search);
  const before = findPair(resource, parts, field);
  const term = value.replaceAll(',', ' ').trim();
  const pair = `${wireFieldName(resource, field)}:${term}`;
  return joinParts({ ...parts, pairs: [...parts.pairs.filter((one) => one !== before), ...(term ? [pair] : [])] });
}

function findPair(resource: AnyList, { pairs }: SearchParts, field: string): string | undefined {
  return pairs.find((pair) => parsePair(resource, pair)?.field === field);
}
