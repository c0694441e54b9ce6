// The formats in which Star printers get paper, the preferred one first.

import { type PaperMedium, paperMedia } from '../../paper/media/paper-media.ts';
import type { CutRows } from '../../paper/sheet/split-paper.ts';

const starMedia = ['png', 'starPrnt'] as const satisfies readonly PaperMedium[];
export type StarMedium = (typeof starMedia)[number];

interface Given {
  /** The types that the printer reads, as it said; empty if it has not. */
  reads: readonly string[];
  /** The media in which this paper did not print. */
  refused: readonly string[];
}

/** The media that we make and the printer reads. */
export function mediaFor({ reads, refused }: Given): StarMedium[] {
  return starMedia.filter((medium) => {
    const { type } = paperMedia[medium];
    return !refused.includes(type) && (reads.length === 0 || reads.includes(type));
  });
}

export const typeOf = (medium: StarMedium): string => paperMedia[medium].type;

/** The medium of a type such as `image/png`, which may have parameters. */
export function starMediumOf(type: string): StarMedium | undefined {
  const bare = type.split(';', 1)[0]?.trim().toLowerCase();
  return starMedia.find((medium) => paperMedia[medium].type === bare);
}

/**
 * Of the answer with a paper ("Print job requests (GET), Response"). A picture has no cuts of its own, and printers
 * dither pictures unless they are told not to.
 */
export function starHeaders(medium: StarMedium, { cuts, height }: CutRows): Record<string, string> {
  if (medium !== 'png') return {};
  const isCut = cuts.includes(height);
  return { 'x-star-imageditherpattern': 'none', 'x-star-cut': isCut ? 'partial; feed=true' : 'none' };
}
