const dayFormats = new Map<string, Intl.DateTimeFormat>();

const lastDates = new Map<string, { readonly minute: number; readonly date: string }>();

/** The civil date of a moment in a zone, YYYY-MM-DD. Zones are whole minutes apart, so it holds for the minute. */
export const civilDate = (now: number, timezone: string): string => {
  const minute = Math.floor(now / 60_000);
  const last = lastDates.get(timezone);
  if (last?.minute === minute) return last.date;
  const date = formatDate(now, timezone);
  lastDates.set(timezone, { minute, date });
  return date;
};

const formatDate = (now: number, timezone: string): string => {
  let format = dayFormats.get(timezone);
  if (format === undefined)
    dayFormats.set(
      timezone,
      (format = new Intl.DateTimeFormat('en-CA', {
        timeZone: timezone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      })),
    );
  return format.format(now);
};
