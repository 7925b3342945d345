/** What an app's menu cannot stay around: apps, which have bars of their own, and what is outside of the frame. */
const leaving = /^\/(?:app|login|setup|open|invitation|password-reset|new-password|public|blocked)(?:\/|$)/;

/** Whether a place of the product opens within the menu of an app. */
export const staysIn = (pathname: string): boolean => pathname !== '/' && !leaving.test(pathname);

/** Where a link inside leads: to the same place within the menu, or out of it. */
export const addressIn = (base: string, pathname: string): string =>
  staysIn(pathname) ? `${base}${pathname}` : pathname;

/** The place that an address within the menu names. */
export const placeIn = (base: string, pathname: string): string =>
  pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
