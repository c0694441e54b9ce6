// Suggests what a customer may hand over for an amount.

/** Bank notes and coins of euros (cents), the largest first. */
export const euroPieces = [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1] as const;

const steps = [500, 1_000, 2_000, 5_000, 10_000, 20_000];

/** Up to four amounts above it that bank notes make, the smallest first (cents). */
export function suggestedGiven(cents: number): number[] {
  const above = steps.map((step) => Math.ceil(cents / step) * step).filter((amount) => amount > cents);
  return [...new Set(above)].sort((one, other) => one - other).slice(0, 4);
}
