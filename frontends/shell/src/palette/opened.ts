/** The preference that has the places, by their addresses. */
export const recentKey = 'recentTabs';
const most = 20;
export type Opened = { readonly to: string; readonly at: number };

const isOpened = (one: unknown): one is Opened =>
  typeof one === 'object' &&
  one !== null &&
  'to' in one &&
  typeof one.to === 'string' &&
  'at' in one &&
  typeof one.at === 'number';

/** The places that a preference has; nothing for what is none. */
export const openedIn = (kept: unknown): readonly Opened[] => (Array.isArray(kept) ? kept.filter(isOpened) : []);

const place =
  /^\/(?:app|home\/folders|doc-page)\/[0-9a-z]{26}(?=\/|$)|^\/chat\/(?:channel|dm-user)\/[0-9a-z]{26}(?=\/|$)/;

/** The place that an address is within; tables are remembered for the home page, by themselves. */
export const placeOf = (pathname: string): string | undefined => place.exec(pathname)?.[0];

/** The places with one more on top. */
export const withOpened = (opened: readonly Opened[], to: string, at: number): readonly Opened[] =>
  [{ to, at }, ...opened.filter((one) => one.to !== to)].slice(0, most);
