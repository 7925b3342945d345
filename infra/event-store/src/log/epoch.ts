const first = Date.UTC(2026, 0, 1);

/**
 * The epoch in which a log goes on that was restored, or taken back with what it lacks accepted: above `known`, and no
 * lower than the minutes since 2026. So it is none that the same backup or snapshot had when it was brought back
 * before, of which nothing in it tells; others have seen positions of that time.
 */
export const nextEpoch = (known: number): number => Math.max(known + 1, Math.floor((Date.now() - first) / 60_000));
