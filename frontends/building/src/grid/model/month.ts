/** Months and days as texts, `YYYY-MM` and `YYYY-MM-DD`; civil, without zones. */
export const monthOf = (day: string): string => day.slice(0, 7);

export const shiftMonth = (month: string, by: number): string => {
  const [year, index] = month.split('-').map(Number);
  const at = (year ?? 0) * 12 + (index ?? 1) - 1 + by;
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`;
};

/** The days of the weeks that a month touches; 0 is Sunday as the first day of a week. */
export const daysOf = (month: string, firstDay: number): readonly string[] => {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const next = Date.parse(`${shiftMonth(month, 1)}-01T00:00:00Z`);
  const lead = (new Date(first).getUTCDay() - firstDay + 7) % 7;
  const count = Math.ceil((lead + (next - first) / 86_400_000) / 7) * 7;
  return Array.from({ length: count }, (_, i) => new Date(first + (i - lead) * 86_400_000).toISOString().slice(0, 10));
};

type WeekLocale = Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };

/** First day of the week in a locale, 0 for Sunday; browsers without the data get their region's usual one. */
export const firstWeekday = (locale: string): 0 | 1 | 6 => {
  const tag: WeekLocale = new Intl.Locale(locale);
  const day = tag.getWeekInfo?.().firstDay ?? tag.weekInfo?.firstDay ?? (/^(en-US|pt-BR|en$|pt$)/.test(locale) ? 7 : 1);
  return day === 7 ? 0 : day === 6 ? 6 : 1;
};
