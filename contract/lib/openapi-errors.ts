// The answers that are not 200, as every call may give them.
import type { JsonSchema } from './openapi-schema.ts';

const text: JsonSchema = { type: 'string' };

export const errorSchemas: Record<string, JsonSchema> = {
  Refusal: {
    type: 'object',
    properties: { Code: text, Message: text },
    required: ['Code', 'Message'],
    description: 'The code stays, the message is in the language of the caller.',
  },
  Complaints: {
    type: 'array',
    items: { type: 'object', properties: { Key: text, Message: text }, required: ['Key', 'Message'] },
    description: 'Every field that needs another look; Key is its name.',
  },
};

const refusal = (description: string) => answer(description, 'Refusal');
const busy = (description: string) => ({
  ...refusal(description),
  headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } as JsonSchema } },
});

export const errorResponses = {
  403: refusal('Not allowed.'),
  404: refusal("Unknown, or somebody else's: the same answer."),
  410: refusal('No session, or it has ended.'),
  415: refusal('Not the kind of body that is wanted.'),
  417: answer('Fields need another look, all of them at once.', 'Complaints'),
  429: busy('Too many requests.'),
  503: busy('Busy, or the database is away.'),
};

function answer(description: string, schema: keyof typeof errorSchemas) {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
  return { description, content };
}
