/** One line of the bench: what, the figure wanted and reached, and whether it is. */
export type Figure = {
  readonly what: string;
  readonly wanted: string;
  readonly reached: string;
  readonly ok: boolean;
  readonly values: Record<string, number>;
};

export const rate = (value: number) => `${Math.round(value).toLocaleString('en-US')}/s`;
export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
export const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/** Value below which `share` (0 to 1) of the samples lie. */
export const percentile = (samples: readonly number[], share: number): number => {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export const table = (figures: readonly Figure[]): string => {
  const rows = [
    ['', 'what', 'reach', 'measured'],
    ...figures.map((f) => [f.ok ? 'ok' : '--', f.what, f.wanted, f.reached]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
};
