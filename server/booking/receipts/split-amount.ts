// Divides an amount over the parts of a visit.

/**
 * Divides cents by weights, so that the parts sum to the whole. Without any weight, the first part has all.
 */
export function splitAmount(cents: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map((_, index) => (index === 0 ? cents : 0));
  let weight = 0;
  let given = 0;
  return weights.map((own) => {
    weight += own;
    const until = Math.round((cents * weight) / total);
    const part = until - given;
    given = until;
    return part;
  });
}
