// The template engine of paper: Liquid, as for mails, with one tag and three filters.
import type { Liquid } from 'liquidjs';
import { uncheckedKey } from '#i18n/keys.ts';
import { localeOf, messagesBelow, translate } from '#server/lib/i18n.ts';
import { emptyMark, protect, valueMark } from './marks.ts';

/** Words as opposed to a value: they do not keep a line that has no value with content. */
class Words {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The filters, and whether each takes an argument. `raw`, which would skip the escaping, is not one of them. */
export const paperFilters = { say: true, default: true, upcase: false } as const satisfies Record<string, boolean>;

/** The words that `say` knows. */
export const sayableWords = (): string[] => Object.keys(messagesBelow('en', 'paper.say'));

// The first paper loads the engine; an idle process does without.
let engine: Promise<Liquid> | undefined;

export function paperEngine(): Promise<Liquid> {
  engine ??= openEngine();
  return engine;
}

async function openEngine(): Promise<Liquid> {
  const { Liquid } = await import('liquidjs');
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: true,
    outputEscape: (value: unknown) => write(value),
  });
  for (const tag of Object.keys(liquid.tags)) if (tag !== 'for') delete liquid.tags[tag];
  for (const filter of Object.keys(liquid.filters)) delete liquid.filters[filter];
  // With an argument, the words appear beside a value that has content.
  liquid.registerFilter('say', function (word: unknown, ...beside: unknown[]) {
    if (beside.length > 0 && isEmpty(beside[0])) return new Words('');
    const { language } = this.context.globals as { language: string };
    return new Words(translate(language, uncheckedKey(`paper.say.${String(word)}`)));
  });
  liquid.registerFilter('default', (value: unknown, other: unknown) => (isEmpty(value) ? other : value));
  // Languages differ: Greek capitals have no accents, Turkish ones have dots.
  liquid.registerFilter('upcase', function (value: unknown) {
    const { language } = this.context.globals as { language: string };
    const capitals = (text: string) => text.toLocaleUpperCase(localeOf(language));
    return value instanceof Words ? new Words(capitals(value.text)) : capitals(String(value));
  });
  return liquid;
}

const isEmpty = (value: unknown) => value === '' || value === null || value === undefined;

/** The only way into the output. */
function write(value: unknown): string {
  if (value instanceof Words) return protect(value.text) || emptyMark;
  return isEmpty(value) ? emptyMark : valueMark + protect(String(value));
}
