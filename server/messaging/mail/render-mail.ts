// Turns a kind of mail and what it is about into HTML and plain text: one template for a kind, one set of parts for a medium.
import { Liquid } from 'liquidjs';
import { translate } from '#server/lib/i18n.ts';
import { oneLine } from '#server/lib/one-line.ts';
import type { ChangedTexts } from './changed-texts.ts';
import type { MailKind } from './mail-keys.ts';
import { piecesOf } from './mail-text.ts';
import { fill } from './placeholders.ts';

export interface MailView {
  language: string;
  /** The code of the subject's words. */
  subject: string;
  /** What the words may name, such as `{{company}}`. */
  params: Record<string, string>;
  /** What the templates may name. */
  facts: Record<string, unknown>;
}

interface MessageContext {
  language: string;
  params: Record<string, string>;
  words?: ReadonlyMap<string, string>;
}

/** The words of a code as the operator changed them, else as they were delivered. */
export function translateChanged({ language, params, words }: MessageContext, code: string): string {
  const changed = words?.get(code);
  return changed === undefined ? translate(language, code, params) : fill(changed, params);
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
    // Text that somebody wrote himself, filled in already.
    if (typeof code === 'object' && code !== null && 'text' in code) return code.text;
    return translateChanged(this.context.globals as unknown as MessageContext, String(code));
  });
  return liquid;
}

const html = engine('html');
const plain = engine('plain');

/** The mail in a language, in the texts that were changed; the subject is one line whatever the words contain. */
export function renderMail(
  kind: MailKind | 'account',
  view: MailView,
  { words, mail }: Partial<ChangedTexts> = {},
): { subject: string; html: string; plain: string } {
  const { language, params, facts } = view;
  const messages = { language, params, words };
  const allParams = { ...params, hello: translateChanged(messages, String(facts.hello ?? 'mail.helloUnnamed')) };
  const subject = oneLine(mail ? fill(mail.subject, allParams) : translateChanged(messages, view.subject));
  // Globals reach the parts too, which see nothing else but what they are handed.
  const globals = { ...facts, ...messages, subject, ...(mail && { pieces: piecesOf(mail.body, allParams) }) };
  const template = mail ? 'own' : kind;
  return {
    subject,
    html: String(html.renderFileSync(template, {}, { globals })),
    plain: String(plain.renderFileSync(template, {}, { globals }))
      .replace(/[ \t]+$/gm, (spaces, at: number, text: string) => (text.slice(at - 3, at) === '\n--' ? spaces : ''))
      .replace(/\n{3,}/g, '\n\n')
      .trim()
      .concat('\n'),
  };
}
