// Reads the answers of WebDAV (RFC 4918): one status or several properties for each resource. A part is no answer.
import { setImmediate } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { ReadingFailed } from './why-failed.ts';

/** An element by its local name: servers choose their own prefixes. */
export interface DavElement {
  name: string;
  attributes: Record<string, string>;
  children: DavElement[];
  text: string;
}

export interface DavResponse {
  href: string;
  /** Of the resource, if it has one beside its properties. */
  status: number | undefined;
  /** The properties with status 200, by their local names. */
  properties: Map<string, DavElement>;
}

export interface Multistatus {
  responses: DavResponse[];
  syncToken: string | undefined;
}

/** Of one answer: 20,000 objects have fewer elements; the parser takes ever longer for each one that is deeper. */
const max = { elements: 300_000, depth: 50 };

/** Characters that are read at once, a few milliseconds: then others have their turn. */
const pieceSize = 128 * 1024;

/** Throws `ReadingFailed` for a text that ends too early, has too many elements, or is something else. */
export async function readMultistatus(text: string): Promise<Multistatus> {
  // PostgreSQL has no such character.
  const root = await readXml(text.replaceAll('\0', ''));
  return {
    responses: childrenOf(root, 'response').map((response) => ({
      href: textIn(response, 'href'),
      status: statusIn(response),
      properties: new Map(
        childrenOf(response, 'propstat')
          .filter((propstat) => statusIn(propstat) === 200)
          .flatMap((propstat) => childrenOf(propstat, 'prop'))
          .flatMap((prop) => prop.children.map((property) => [property.name, property] as const)),
      ),
    })),
    syncToken: childrenOf(root, 'sync-token')[0]?.text.trim() || undefined,
  };
}

export function childrenOf(element: DavElement | undefined, name: string): DavElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

export function textIn(element: DavElement | undefined, name: string): string {
  return childrenOf(element, name)[0]?.text.trim() ?? '';
}

function statusIn(element: DavElement): number | undefined {
  const [, status] = /\s(\d{3})(\s|$)/.exec(textIn(element, 'status')) ?? [];
  return status === undefined ? undefined : Number(status);
}

async function readXml(text: string): Promise<DavElement> {
  const top: DavElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  let isWhole = true;
  let count = 0;
  const parser: Parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length > max.depth) throw new ReadingFailed('notCalendar');
        if (++count > max.elements) throw new ReadingFailed('large');
        const element = { name: localName(name), attributes, children: [], text: '' };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext(data) {
        const element = open.at(-1);
        if (element && element !== top) element.text += data;
      },
      onclosetag(_name, isImplied) {
        // An element without content is implied, too: `<collection/>`.
        if (isImplied && text.slice(parser.endIndex - 1, parser.endIndex + 1) !== '/>') isWhole = false;
        open.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let at = 0; at < text.length; at += pieceSize) {
    parser.write(text.slice(at, at + pieceSize));
    if (at > 0) await setImmediate();
  }
  parser.end();
  const [root] = top.children;
  if (!root) throw new ReadingFailed(text.trim() === '' || text.trim().startsWith('<') ? 'cut' : 'notCalendar');
  if (root.name !== 'multistatus') throw new ReadingFailed('notCalendar');
  if (!isWhole || !/<\/([\w.-]+:)?multistatus\s*>\s*$/.test(text)) throw new ReadingFailed('cut');
  return root;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
