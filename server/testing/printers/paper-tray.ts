// The paper that comes out of a printer of the tests, decoded to rows of dots.
import type { PaperMedium } from '#server/devices/paper/media/paper-media.ts';
import { type PrintedPaper, paperReaders } from '#server/testing/paper/read-paper.ts';

export class PaperTray {
  /** Each paper that was cut off, and what hangs out of the printer. */
  readonly papers: PrintedPaper[] = [];
  #isCut = true;

  /** Prints a whole picture. A PNG has no cut of its own: `isCut` tells whether the printer cuts after it. */
  print(medium: PaperMedium, bytes: Uint8Array, isCut = false): void {
    const printed = paperReaders[medium](bytes);
    this.#add(printed, isCut || printed.cuts.at(-1) === printed.height);
  }

  /** Prints the first half of a picture, as a printer does that loses its power. */
  printHalf(medium: PaperMedium, bytes: Uint8Array): void {
    const { rows, width, height } = paperReaders[medium](bytes);
    const half = height >> 1;
    this.#add({ rows: rows.subarray(0, (half * width) / 8), width, height: half, cuts: [] }, false);
  }

  #add(printed: PrintedPaper, isCut: boolean): void {
    const open = this.#isCut ? undefined : this.papers.pop();
    this.papers.push(open ? join(open, printed) : printed);
    this.#isCut = isCut;
  }
}

function join(above: PrintedPaper, below: PrintedPaper): PrintedPaper {
  return {
    rows: Buffer.concat([above.rows, below.rows]),
    width: below.width,
    height: above.height + below.height,
    cuts: [...above.cuts, ...below.cuts.map((row) => row + above.height)],
  };
}
