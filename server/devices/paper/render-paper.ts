// Renders a paper: the picture that a printer gets and the screen shows.
import { readFileSync } from 'node:fs';
import { translate } from '#server/lib/i18n.ts';
import type { PaperTypeKey, PaperValues, StoredValues } from './paper-types.ts';
import { sampleValues } from './sample-values.ts';
import { layout, type PaperWidth } from './sheet/layout.ts';
import { type DotRows, rasterize } from './sheet/rasterize.ts';
import { fillTemplate } from './template/fill-template.ts';
import type { PaperLine } from './template/line-forms.ts';

export interface RenderedPaper extends DotRows {
  /** Letters that the printed alphabet does not have, each once: they are boxes on the paper. */
  missingLetters: readonly string[];
  /** Rows before which the paper is cut. */
  cuts: readonly number[];
  /** First rows of lines: a long paper is divided there, never inside a line. */
  starts: readonly number[];
}

export interface PaperRequest {
  template: string;
  typeKey: PaperTypeKey;
  /** As `PaperValues` of the type declares them. */
  values: StoredValues;
  language: string;
  dots: PaperWidth;
  /** Above 0 if the paper was printed before: it then begins with "COPY n". */
  copy?: number | undefined;
}

/**
 * The same request gives the same bytes, on every machine. Throws 417 with complaints about `Template` (each with its
 * line) or `Values`; a paper without a dot is one, too.
 */
export async function renderPaper({ dots, copy = 0, ...request }: PaperRequest): Promise<RenderedPaper> {
  const lines = await fillTemplate(request);
  const sheet = layout(copy > 0 ? [...copyHead(copy, request.language), ...lines] : lines, dots);
  const { cuts, missingLetters, placed } = sheet;
  return { ...rasterize(sheet), cuts, missingLetters, starts: placed.map(({ y }) => y) };
}

const copyHead = (number: number, language: string): PaperLine[] => [
  {
    form: 'text',
    large: false,
    centred: true,
    left: { text: translate(language, 'paper.copy', { number }), bold: true },
  },
  { form: 'rule' },
];

const originals = new Map<PaperTypeKey, string>();

/** The template that comes with the product. */
export function originalTemplate(key: PaperTypeKey): string {
  const template =
    originals.get(key) ?? readFileSync(new URL(`templates/${key}.txt`, import.meta.url), 'utf8').trimEnd();
  originals.set(key, template);
  return template;
}

/** The original template and believable values, for a preview. */
export function samplePaper<Key extends PaperTypeKey>(
  key: Key,
  language: string,
): { template: string; values: PaperValues<Key> } {
  return { template: originalTemplate(key), values: sampleValues(key, language) };
}
