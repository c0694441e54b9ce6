// Where the bytes of a file are stored, and those of the pictures made from it.
import { imageSizes } from '#contract/files.ts';

export const squareKey = (id: string, side: number) => `${id}-${side}x${side}`;
export const mailKey = (id: string) => `${id}-mail`;

/** All keys of a file. */
export function keysOfFile(id: string): string[] {
  return [id, mailKey(id), ...imageSizes.map((side) => squareKey(id, side))];
}
