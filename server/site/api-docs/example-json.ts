// Writes a JSON Schema as a sketch of a record: `{ Id: uuid, Name: text }`.
import type { JsonSchema } from '#contract/lib/openapi-schema.ts';

/** One line for each field; a recursive schema is expanded once. */
export function exampleJson(
  schema: JsonSchema,
  shared: Record<string, JsonSchema>,
  indent = '',
  enclosing: string[] = [],
): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    const referred = shared[name];
    return !referred || enclosing.includes(name)
      ? 'the same'
      : exampleJson(referred, shared, indent, [...enclosing, name]);
  }
  const alternatives = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  const [alternative] = alternatives;
  if (alternative && alternatives.length === 1) return `${exampleJson(alternative, shared, indent, enclosing)} or null`;
  if (schema.items && (schema.items.properties || schema.items.$ref || schema.items.anyOf)) {
    return `[${exampleJson(schema.items, shared, indent, enclosing)}]`;
  }
  if (!schema.properties) return typeText(schema);
  const lines = Object.entries(schema.properties).map(([name, part]) => {
    const mark = (schema.required ?? []).includes(name) ? '' : '?';
    return `${indent}  ${name}${mark}: ${exampleJson(part, shared, `${indent}  `, enclosing)}`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

/** Describes a type in a few words. */
export function typeText(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ');
  if (schema.items) return `list of ${typeText(schema.items)}`;
  const types = [schema.type ?? 'anything'].flat().map((type) => typeWords[type] ?? type);
  if (schema.format) types[0] = formatWords[schema.format] ?? schema.format;
  return `${types.join(' or ')}${limits(schema)}`;
}

const typeWords: Record<string, string> = { string: 'text', integer: 'whole number', boolean: 'true or false' };
const formatWords: Record<string, string> = { 'date-time': 'instant', email: 'e-mail address' };

function limits({ minimum, maximum, maxLength }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `, at least ${minimum}`;
  if (maximum !== undefined) return `, at most ${maximum}`;
  return maxLength === undefined ? '' : `, at most ${maxLength} characters`;
}
