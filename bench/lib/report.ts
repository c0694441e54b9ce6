// Tables for the terminal and for bench/results.md.
import { cpus, totalmem } from 'node:os';

export interface Row {
  label: string;
  value: string;
  /** The target of the issue, if there is one. */
  target?: string;
  isMet?: boolean | undefined;
}

export function table(title: string, rows: Row[]): string {
  const lines = rows.map(
    (row) =>
      `| ${row.label} | ${row.value} | ${row.target ?? ''} | ${row.isMet === undefined ? '' : row.isMet ? 'yes' : 'NO'} |`,
  );
  return [`## ${title}`, '', '| | measured | target | met |', '|---|---|---|---|', ...lines, ''].join('\n');
}

export function machine(): string {
  const [cpu] = cpus();
  return `${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB memory, ${process.platform} ${process.arch}, Node ${process.versions.node}; load generator, application and database share the machine.`;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The value below which the share `p` (0 to 1) of the values lie. */
export function percentile(values: number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
}
