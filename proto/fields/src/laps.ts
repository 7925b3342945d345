/** A lap as the API has it. */
export type WireLap = {
  readonly id: string;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly finished_by: string | null;
};

const pad = (part: number): string => String(part).padStart(2, '0');
/** Seconds as people read them off a timer; beyond 99 hours it stands still. */
export const clockText = (seconds: number): string =>
  seconds >= 360_000
    ? '+99:59:59'
    : `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
