/** True when a link with this base opens on this machine only. */
export const isLocalBase = (baseUrl: string): boolean => {
  try {
    return ['localhost', '127.0.0.1', '[::1]', '0.0.0.0'].includes(new URL(baseUrl).hostname);
  } catch {
    return false;
  }
};

/**
 * The link to hand on. When the server only knows itself as localhost but this page was opened by an address that
 * others can reach, the link begins with that address: the person sees in the address bar that it works.
 */
export const linkFrom = (link: string, baseUrl: string, origin: string): string =>
  isLocalBase(baseUrl) && !isLocalBase(origin) && link.startsWith(baseUrl) ? origin + link.slice(baseUrl.length) : link;
