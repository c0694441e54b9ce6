// The vertical scale of a chart.

export interface Scale {
  /** The first tick: zero, or below the smallest value. */
  min: number;
  max: number;
  ticks: number[];
}

/**
 * Three to five round steps from the smallest value, or zero, to the largest; one more where values lie on both sides
 * of zero, which is always a tick. `isWhole`: counts have no fractions.
 */
export function scaleTo(largest: number, isWhole: boolean, smallest = 0): Scale {
  const rough = Math.max(largest - smallest, isWhole ? 3 : 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough - power * 1e-9) ?? 10;
  const step = isWhole ? Math.max(1, factor * power) : factor * power;
  const below = Math.max(0, Math.ceil(-smallest / step - 1e-9));
  const above = Math.max(below ? 0 : 1, Math.ceil(largest / step - 1e-9));
  const ticks = Array.from({ length: below + above + 1 }, (_, index) => round((index - below) * step));
  return { min: ticks[0] ?? 0, max: above * step, ticks };
}

/** Without the noise of binary fractions. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6 || 0;
}
