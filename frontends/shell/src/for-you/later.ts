/** A time until which a notification can be put off. */
export type LaterTime = { readonly id: 'today' | 'tomorrow' | 'week'; readonly at: Date };

const morning = 8;

/** In three hours, tomorrow morning and Monday morning, as the clock of this device has it. */
export const laterTimes = (now: Date): readonly LaterTime[] => {
  const onDay = (days: number): Date =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning, 0, 0, 0);
  const untilMonday = (8 - now.getDay()) % 7 || 7;
  const week: readonly LaterTime[] = untilMonday === 1 ? [] : [{ id: 'week', at: onDay(untilMonday) }];
  return [{ id: 'today', at: new Date(now.getTime() + 3 * 3_600_000) }, { id: 'tomorrow', at: onDay(1) }, ...week];
};
