// The error responses that every operation can return.
import type { JsonSchema } from './openapi-schema.ts';

const text: JsonSchema = { type: 'string' };

export const errorSchemas: Record<string, JsonSchema> = {
  Refusal: {
    type: 'object',
    properties: { Code: text, Message: text },
    required: ['Code', 'Message'],
    description: "The code is stable; the message is in the caller's language.",
  },
  Complaints: {
    type: 'array',
    items: { type: 'object', properties: { Key: text, Message: text }, required: ['Key', 'Message'] },
    description: "Every field that was rejected. Key is the field's name.",
  },
};

const refusal = (description: string) => answer(description, 'Refusal');
const busy = (description: string) => ({
  ...refusal(description),
  headers: {
    'Retry-After': {
      description: 'Seconds to wait before the next request.',
      schema: { type: 'integer' } as JsonSchema,
    },
  },
});

export const errorResponses = {
  403: refusal('Not allowed.'),
  404: refusal('Not found, or not accessible to the caller: both get the same answer.'),
  410: refusal('No session, or it has ended.'),
  415: refusal('The media type of the body is not supported.'),
  417: answer('Some fields are invalid. The answer lists all of them.', 'Complaints'),
  429: busy('Too many requests.'),
  503: busy('The server is busy, or the database cannot be reached.'),
};

function answer(description: string, schema: keyof typeof errorSchemas) {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
  return { description, content };
}
