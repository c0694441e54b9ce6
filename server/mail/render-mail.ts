// Turns a kind of mail and what it is about into HTML and plain text: one template for a kind, one set of parts for a medium.
import { Liquid } from 'liquidjs';
import { say } from '#server/lib/words.ts';
import { oneLine } from './one-line.ts';

export const mailKinds = ['request', 'confirmed', 'changed', 'cancelled', 'reminder', 'notice'] as const;
export type MailKind = (typeof mailKinds)[number];

export interface MailView {
  language: string;
  /** The code of the subject's words. */
  subject: string;
  /** What the words may name, such as `{{company}}`. */
  params: Record<string, string>;
  /** What the templates may name. */
  facts: Record<string, unknown>;
}

const folder = new URL('templates/', import.meta.url).pathname;

/** `parts` has the pieces that the templates are put together from. What a template outputs is escaped for its medium. */
function engine(parts: 'html' | 'plain'): Liquid {
  const liquid = new Liquid({
    root: [folder],
    partials: [folder + parts],
    layouts: [folder + parts],
    extname: '.liquid',
    cache: true,
    ownPropertyOnly: true,
    strictFilters: true,
    ...(parts === 'html' && { outputEscape: 'escape' as const }),
  });
  liquid.registerFilter('say', function (code: unknown) {
    const { language, params } = this.context.globals as { language: string; params: Record<string, string> };
    return say(language, String(code), params);
  });
  return liquid;
}

const html = engine('html');
const plain = engine('plain');

/** The mail in a language; the subject is one line whatever the words contain. */
export function renderMail(kind: MailKind, view: MailView): { subject: string; html: string; plain: string } {
  const { language, params, facts } = view;
  const subject = oneLine(say(language, view.subject, params));
  // Globals reach the parts too, which see nothing else but what they are handed.
  const globals = { ...facts, language, params, subject };
  return {
    subject,
    html: String(html.renderFileSync(kind, {}, { globals })),
    plain: String(plain.renderFileSync(kind, {}, { globals }))
      .replace(/[ \t]+$/gm, (spaces, at: number, text: string) => (text.slice(at - 3, at) === '\n--' ? spaces : ''))
      .replace(/\n{3,}/g, '\n\n')
      .trim()
      .concat('\n'),
  };
}
