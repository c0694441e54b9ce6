// Writes the OpenAPI 3.1 document of the services from their contracts, with wire names.
import type { z } from 'zod';
import { errorResponses, errorSchemas } from './openapi-errors.ts';
import { type JsonSchema, SchemaWriter } from './openapi-schema.ts';
import { aboutOf, type May, type Method, type Operation, pascal, type Service } from './service.ts';
import { wireName } from './wire.ts';

export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Partial<Record<Lowercase<Method>, ApiOperation>>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, ApiResponse>;
    securitySchemes: Record<string, object>;
  };
}

export interface ApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: ApiParameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, ApiResponse | { $ref: string }>;
}

export interface ApiParameter {
  name: string;
  in: 'query' | 'path';
  required: boolean;
  schema: JsonSchema;
}

interface ApiResponse {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: Record<string, { schema: JsonSchema }>;
}

/** Returns the document of the services; each has a one-line description, and `about` describes the whole. */
export function openApi(
  about: { title: string; version: string; description: string },
  services: Record<string, Service>,
): OpenApi {
  const writer = new SchemaWriter();
  const document: OpenApi = {
    openapi: '3.1.0',
    info: { ...about, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: [],
    paths: {},
    components: { schemas: writer.shared, responses: errorResponses, securitySchemes: { session } },
  };
  Object.assign(writer.shared, errorSchemas);
  for (const service of Object.values(services)) {
    for (const operation of Object.values(service)) {
      const tag = tagOf(operation);
      const description = areaDescriptions[tag] ?? aboutOf(service);
      if (!document.tags.some(({ name }) => name === tag)) document.tags.push({ name: tag, description });
      const path = `/${operation.path.replace(/:(\w+)/g, '{$1}')}`;
      // Two operations can share a path with different methods.
      document.paths[path] = {
        ...document.paths[path],
        ...Object.fromEntries(
          operation.methods.map((method) => [
            method.toLowerCase(),
            describeOperation(writer, operation, method, path in document.paths),
          ]),
        ),
      };
    }
  }
  return document;
}

const session = {
  type: 'apiKey',
  in: 'cookie',
  name: 'daybook',
  description: 'Set on sign-in. On https its name is `__Host-daybook`.',
};

const callerDescriptions: Record<May, string> = {
  anyone: 'For anyone.',
  user: 'For anyone signed in.',
  lcladmin: 'For administrators of a location or of the company.',
  admin: 'For administrators of the company.',
  sys: 'For operators of the installation.',
};

/** Tags under which several services stand. */
const areaDescriptions: Record<string, string> = {
  company: "The caller's company: its details, its people and its lists.",
  system: 'The installation, for its operators.',
};

/** The service's name in the path. */
function tagOf({ path }: Operation): string {
  return path.split('/')[1] ?? '';
}

function describeOperation(
  writer: SchemaWriter,
  operation: Operation,
  method: Method,
  isShared: boolean,
): ApiOperation {
  const [, ...names] = operation.path.replace(/\/:\w+/g, '').split('/');
  const isAlias = method !== operation.methods[0];
  const operationId = `${names.join('_')}${isAlias || isShared ? `_${method.toLowerCase()}` : ''}`;
  return {
    operationId,
    tags: [tagOf(operation)],
    summary: operation.summary,
    description: [
      callerDescriptions[operation.may],
      ...(isAlias ? [`Same as ${operation.methods[0]}.`] : []),
      ...(operation.insertBy ? [insertNote(operation)] : []),
    ].join(' '),
    security: securityOf(operation),
    ...describeInput(writer, operation, method, operationId),
    responses: responsesOf(writer, operation, operationId),
  };
}

/** For updates of the all-zero Id. */
function insertNote({ insertBy = '' }: Operation): string {
  return `With the all-zero Id, it is ${pascal(insertBy)}: it takes its fields, and 404 is for callers who may not call it.`;
}

function securityOf({ may, optionalSession }: Operation): ApiOperation['security'] {
  if (may !== 'anyone') return [{ session: [] }];
  return optionalSession ? [{}, { session: [] }] : [];
}

/** POST takes its fields from the body, other methods from the query; path parameters come from the path. */
function describeInput(
  writer: SchemaWriter,
  { input, path, takes }: Operation,
  method: Method,
  name: string,
): Pick<ApiOperation, 'parameters' | 'requestBody'> {
  if (takes === 'file')
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: fileBody } } } };
  if (Object.keys(input.shape).length === 0) return {};
  const schema = writer.write(input, 'input', name);
  if (method === 'POST') {
    return { requestBody: { required: true, content: { 'application/json': { schema } } } };
  }
  const parameters = Object.entries(input.shape).map(([key, field]): ApiParameter => {
    const wire = wireName(key, field as z.ZodType);
    const inPath = path.includes(`:${key}`);
    return {
      name: queryName(wire),
      in: inPath ? 'path' : 'query',
      required: inPath || (schema.required ?? []).includes(wire),
      schema: schema.properties?.[wire] ?? {},
    };
  });
  return { parameters };
}

const fileBody: JsonSchema = {
  type: 'object',
  properties: { File: { type: 'string', format: 'binary' } },
  required: ['File'],
};

/** Query names match case-insensitively; the specification writes them with a lower-case initial. */
function queryName(wire: string): string {
  return wire.charAt(0).toLowerCase() + wire.slice(1);
}

function responsesOf(writer: SchemaWriter, operation: Operation, name: string): ApiOperation['responses'] {
  const { answers, output, input, takes } = operation;
  const responses: ApiOperation['responses'] = {};
  if (answers === 'file') {
    responses['200'] = { description: 'The file.', content: { 'application/octet-stream': { schema: {} } } };
    responses['304'] = { description: 'The caller has the current version already.' };
  } else if (answers === 'events') {
    responses['200'] = { description: 'Events as they happen.', content: { 'text/event-stream': { schema: {} } } };
  } else {
    const schema = output && writer.write(output, 'output', name);
    if (schema) responses['200'] = { description: 'The answer.', content: { 'application/json': { schema } } };
    if (!output || output.safeParse(undefined).success)
      responses['204'] = { description: 'Done, or nothing to return.' };
  }
  const has = Object.keys(input.shape).length > 0;
  const errors = {
    415: takes === 'file',
    403: operation.changes || operation.may !== 'anyone',
    404: has,
    410: operation.may !== 'anyone',
    417: has || takes === 'file',
  };
  for (const [status, possible] of Object.entries({ ...errors, 429: true, 503: true })) {
    if (possible) responses[status] = { $ref: `#/components/responses/${status}` };
  }
  return responses;
}
