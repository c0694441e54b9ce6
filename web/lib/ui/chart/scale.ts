// The vertical scale of a chart.

export interface Scale {
  max: number;
  /** From zero to the maximum. */
  ticks: number[];
}

/** Three to five round steps that reach the largest value. `isWhole`: counts have no fractions. */
export function scaleTo(largest: number, isWhole: boolean): Scale {
  const rough = Math.max(largest, isWhole ? 3 : 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough - power * 1e-9) ?? 10;
  const step = isWhole ? Math.max(1, factor * power) : factor * power;
  const steps = Math.max(1, Math.ceil(largest / step - 1e-9));
  return { max: steps * step, ticks: Array.from({ length: steps + 1 }, (_, index) => round(index * step)) };
}

/** Without the noise of binary fractions. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
