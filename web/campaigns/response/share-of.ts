// Shares in percent, rounded for reading.

/**
 * Returns the share of `count` in `total`, in percent: with one decimal, and with two digits where that would be 0.
 * Rounds down, so that only all of them are 100 %. A total of 0 has no share: 0.
 */
export function shareOf(count: number, total: number): number {
  if (count <= 0 || total <= 0) return 0;
  const percent = (count * 100) / total;
  // One thousandth of a step, against what binary fractions lose.
  return percent < 0.1 ? Number(percent.toPrecision(2)) : Math.floor(percent * 10 + 0.001) / 10;
}
