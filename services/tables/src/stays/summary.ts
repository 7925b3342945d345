import type { FoundStay } from './query.ts';

/** How long records were in one option, over those stays that ended; times in seconds. */
export type StageSummary = {
  readonly fieldId: string;
  readonly option: string;
  readonly ended: number;
  readonly running: number;
  /** The middle one: half were shorter. Null where none ended. */
  readonly median: number | null;
  /** Nine of ten were shorter. */
  readonly ninth: number | null;
};

/** The one at a part of a sorted list: the mean of the two where it falls between them. */
export const quantile = (sorted: readonly number[], part: number): number | null => {
  if (sorted.length === 0) return null;
  const place = (sorted.length - 1) * part;
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return Math.round(below + (above - below) * (place - Math.floor(place)));
};

/** What stays come to by field and option. */
export const summarize = (stays: readonly Pick<FoundStay, 'stay' | 'field'>[]): readonly StageSummary[] => {
  const byStage = new Map<string, { fieldId: string; option: string; running: number; seconds: number[] }>();
  for (const { stay, field } of stays) {
    const key = `${field.id} ${stay.option}`;
    const one = byStage.get(key) ?? { fieldId: field.id, option: stay.option, running: 0, seconds: [] };
    byStage.set(key, one);
    if (stay.finishedAt === null) one.running += 1;
    else one.seconds.push(Math.floor(Math.max(0, stay.finishedAt - stay.startedAt) / 1000));
  }
  return [...byStage.values()].map(({ fieldId, option, running, seconds }) => {
    const sorted = seconds.toSorted((a, b) => a - b);
    return {
      fieldId,
      option,
      ended: sorted.length,
      running,
      median: quantile(sorted, 0.5),
      ninth: quantile(sorted, 0.9),
    };
  });
};
