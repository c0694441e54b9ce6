// Random numbers for tests and benches.

/** A random number generator with a seed, so that a failure can be repeated. Its numbers are below `below`. */
export function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
