export type MeterState = 'good' | 'half' | 'almost' | 'above' | 'critical';

/** How a meter stands, in percent of its limit; the plan's tolerance is what it may go over. */
export const meterState = (used: number, limit: number, tolerance: number): MeterState => {
  const percent = (used / limit) * 100;
  if (percent <= 50) return 'good';
  if (percent < 90) return 'half';
  if (percent < 100) return 'almost';
  return percent < 100 + tolerance ? 'above' : 'critical';
};

const quote = (text: string): string => {
  // A spreadsheet takes what begins so for a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A table of texts as a file of CSV. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(quote).join(',')).join('\r\n') + '\r\n';
