// Renders a mail as HTML and plain text: one template for each kind, one set of parts for each format.
import type { Liquid } from 'liquidjs';
import { type MessageKey, uncheckedKey } from '#i18n/keys.ts';
import { translate } from '#server/lib/i18n.ts';
import { oneLine } from '#server/lib/one-line.ts';
import type { ChangedTexts } from './changed-texts.ts';
import type { MailKind } from './mail-keys.ts';
import { piecesOf } from './mail-text.ts';
import { fill } from './placeholders.ts';

export interface MailView {
  language: string;
  /** The code of the subject's words. */
  subject: MessageKey;
  /** Values for the placeholders of the words, such as `{{company}}`. */
  params: Record<string, string>;
  /** Variables of the templates. */
  facts: Record<string, unknown>;
}

interface MessageContext {
  language: string;
  params: Record<string, string>;
  words?: ReadonlyMap<string, string>;
}

/** The words of a code as the operator changed them, else as they were delivered. */
export function translateChanged({ language, params, words }: MessageContext, code: MessageKey): string {
  const changed = words?.get(code);
  return changed === undefined ? translate(language, code, params) : fill(changed, params);
}

const folder = new URL('templates/', import.meta.url).pathname;

/** `parts` is the folder of partials and layouts. The output of a template is escaped for its format. */
async function engine(parts: 'html' | 'plain'): Promise<Liquid> {
  const { Liquid } = await import('liquidjs');
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
    // Text written by a person, already filled in.
    if (typeof code === 'object' && code !== null && 'text' in code) return code.text;
    return translateChanged(this.context.globals as unknown as MessageContext, uncheckedKey(String(code)));
  });
  return liquid;
}

let engines: Promise<[html: Liquid, plain: Liquid]> | undefined;

/** Renders the mail in a language, with the changed texts. The subject is one line, whatever the texts contain. */
export async function renderMail(
  kind: MailKind | 'account' | 'receipt',
  view: MailView,
  { words, mail }: Partial<ChangedTexts> = {},
): Promise<{ subject: string; html: string; plain: string }> {
  // The first mail loads the engine; an idle process does without.
  engines ??= Promise.all([engine('html'), engine('plain')]);
  const [html, plain] = await engines;
  const { language, params, facts } = view;
  const messages = { language, params, words };
  const allParams = {
    ...params,
    hello: translateChanged(messages, uncheckedKey(String(facts.hello ?? 'mail.helloUnnamed'))),
  };
  const subject = oneLine(mail ? fill(mail.subject, allParams) : translateChanged(messages, view.subject));
  // Partials see only globals and what the template passes to them.
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
