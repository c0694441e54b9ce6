// The typeface of a heading that someone typed: a name in Greek letters would mix two faces.
import { isInHeadingLetters } from '#contract/lib/heading-letters.ts';

/** Attributes of a heading. With a letter that the serif lacks, all of it is set in the face that stands in for it. */
export function headingFace(text: string): { 'data-face'?: 'plain' } {
  return isInHeadingLetters(text) ? {} : { 'data-face': 'plain' };
}
