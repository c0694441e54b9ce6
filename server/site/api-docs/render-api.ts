// Renders the OpenAPI document as one page, without scripts.
import { newId } from '#contract/lib/fields.ts';
import type { ApiOperation, OpenApi } from '#contract/lib/openapi.ts';
import type { JsonSchema } from '#contract/lib/openapi-schema.ts';
import { escapeHtml } from '#server/lib/escape.ts';
import { exampleJson, typeText } from './example-json.ts';
import { style } from './style.ts';

/** The operations of one path; methods after the first are aliases. */
interface Entry {
  path: string;
  methods: string[];
  operation: ApiOperation;
}

export function renderApiHtml(document: OpenApi): string {
  const entries = Object.entries(document.paths).map(([path, byMethod]): Entry => {
    const operations = Object.entries(byMethod);
    const [, operation] = operations[0] ?? [];
    if (!operation) throw new Error(`${path} has no method.`);
    return { path, methods: operations.map(([method]) => method.toUpperCase()), operation };
  });
  const sections = document.tags.map((tag) => ({
    ...tag,
    entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const { title, version, description } = document.info;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} API</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the calls</a>
<nav aria-label="Services">
<a class="title" href="/">${escapeHtml(title)}</a>
<ul>${sections.map(({ name, entries: { length } }) => `<li><a href="#${name}">${name}</a> <small>${length}</small></li>`).join('')}</ul>
</nav>
<main id="content">
<header>
<h1>The ${escapeHtml(title)} API</h1>
<p><small>Version ${escapeHtml(version)} · <a href="/api/openapi.json">openapi.json</a></small></p>
${description
  .split('\n\n')
  .map((part) => `<p>${withCode(part)}</p>`)
  .join('\n')}
${renderRefusals(document)}
</header>
${sections.map((section) => renderSection(section, document)).join('\n')}
</main>
</body>
</html>
`;
}

function renderSection(section: { name: string; description: string; entries: Entry[] }, document: OpenApi): string {
  return `<section id="${section.name}" aria-labelledby="${section.name}-title">
<h2 id="${section.name}-title">${section.name}</h2>
<p>${escapeHtml(section.description)}</p>
${section.entries.map((entry) => renderEntry(entry, document)).join('\n')}
</section>`;
}

function renderEntry({ path, methods, operation }: Entry, document: OpenApi): string {
  const { operationId, summary, description } = operation;
  return `<article id="${operationId}">
<h3><a href="#${operationId}"><span class="method">${methods.join(' or ')}</span> <code>${withBreaks(path)}</code></a></h3>
<p>${withCode(summary)} <span class="who">${escapeHtml(description)}</span></p>
${renderFields(operation)}${renderAnswer(operation, document)}</article>`;
}

function renderFields({ parameters = [], requestBody }: ApiOperation): string {
  const body = requestBody?.content['application/json']?.schema;
  const fields = [
    ...parameters.map(({ name, required, schema }) => ({ name, required, schema })),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
      name,
      required: (body?.required ?? []).includes(name),
      schema,
    })),
  ];
  if (fields.length === 0) return '';
  const rows = fields.map(
    ({ name, required, schema }) =>
      `<tr><th scope="row"><code>${name}</code></th><td>${escapeHtml(typeText(schema))}</td><td>${required ? 'required' : optional(schema)}</td></tr>`,
  );
  return `<table><caption>${body ? 'Parameters, as JSON' : 'Parameters, in the address'}</caption><tbody>${rows.join('')}</tbody></table>\n`;
}

function optional({ default: value }: JsonSchema): string {
  if (value === undefined || value === '') return 'optional';
  if (value === newId) return 'default: a new record';
  return `default: <code>${escapeHtml(JSON.stringify(value))}</code>`;
}

function renderAnswer({ responses }: ApiOperation, document: OpenApi): string {
  const ok = responses['200'];
  const content = ok && 'content' in ok ? Object.entries(ok.content ?? {})[0] : undefined;
  const nothing = '204' in responses ? 'Nothing (204)' : '';
  if (!content) return `<p class="answers">Returns ${nothing.toLowerCase()}.</p>\n`;
  const [type, { schema }] = content;
  if (type === 'text/event-stream') return '<p class="answers">Returns a stream of server-sent events.</p>\n';
  if (type !== 'application/json') return '<p class="answers">Returns a file.</p>\n';
  return `<p class="answers">Returns${nothing && ` (or ${nothing.toLowerCase()})`}</p>
<pre tabindex="0"><code>${escapeHtml(exampleJson(schema, document.components.schemas))}</code></pre>\n`;
}

function renderRefusals({ components }: OpenApi): string {
  const rows = Object.entries(components.responses).map(
    ([status, { description }]) => `<tr><th scope="row">${status}</th><td>${escapeHtml(description)}</td></tr>`,
  );
  return `<table><caption>Errors</caption><tbody>${rows.join('')}</tbody></table>
<p>417 returns <code>[{ Key, Message }]</code>, the others <code>{ Code, Message }</code>; with 429 and 503, <code>Retry-After</code> says how many seconds to wait.</p>`;
}

function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** Lets long paths break at their slashes. */
function withBreaks(path: string): string {
  return escapeHtml(path).replaceAll('/', '/<wbr>');
}
