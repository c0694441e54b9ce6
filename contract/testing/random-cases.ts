// How many cases a random test runs, and from which seed: a part of them in `npm test`, all in `npm run test:long`.

/** Whether all cases run. */
export const isLong = process.env.DAYBOOK_TESTS === 'long';

/** The seed of all random tests of this process. The environment variable SEED repeats a run. */
export const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

/** For the message of a failed assertion. */
export const seedHint = `SEED=${seed} repeats the random cases.`;

// tools/test.ts chooses one seed for all processes and prints it.
if (process.env.SEED === undefined) console.log(seedHint);

/** A tenth of the cases, and at least `min`; all of them in `npm run test:long`. */
export function cases(all: number, min = 1): number {
  return isLong ? all : Math.max(Math.min(min, all), Math.ceil(all / 10));
}

/**
 * How long a part of the cases runs (ms). The search for a smaller failing case ends then, too, so that the failure is
 * told: a test that runs out of its time says nothing of it.
 */
const partTime = 120_000;

/** The options of fast-check's `assert` for a test of so many cases. */
export function runs(all: number, min = 1): { numRuns: number; seed: number; interruptAfterTimeLimit?: number } {
  return { numRuns: cases(all, min), seed, ...(!isLong && { interruptAfterTimeLimit: partTime }) };
}

/** As many elements as `cases` says, chosen by the seed, in their order. */
export function someOf<T>(all: readonly T[], min = 1): T[] {
  const count = cases(all.length, min);
  const pick = random(seed);
  const left = all.map((_, index) => index);
  while (left.length > count) left.splice(pick(left.length), 1);
  return left.flatMap((index) => all.slice(index, index + 1));
}

/** A generator of numbers below `below`, the same for the same seed. */
export function random(from: number): (below: number) => number {
  let state = from;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
