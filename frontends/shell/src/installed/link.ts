/** The scheme that the installed app answers to (its manifest names it too). */
const scheme = 'web+tessera:';

/** A link that opens a place of the product in the installed app. */
export const appLink = (place: string): string => `${scheme}${place}`;

/** The place that such a link names; home for anything but a place of the product itself. */
export const placeIn = (link: string): string => {
  const place = link.startsWith(scheme) ? link.slice(scheme.length) : '';
  const { origin } = location;
  if (!place.startsWith('/') || !URL.canParse(place, origin)) return '/home';
  const address = new URL(place, origin);
  return address.origin === origin ? `${address.pathname}${address.search}${address.hash}` : '/home';
};
