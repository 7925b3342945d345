/** Time is counted in steps of this, rounded up. */
const stepMs = 10;

/** What a call counts as: peak memory times time, in millionths of GB*s. */
export const microUnitsOf = (peakBytes: number, tookMs: number): number =>
  Math.round((peakBytes / 1e9) * ((Math.ceil(tookMs / stepMs) * stepMs) / 1_000) * 1e6);

/** The month of a time in a zone, as 2026-11. */
export const monthOf = (at: number, zone: string): string => {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' });
  return parts.format(at).slice(0, 7);
};
