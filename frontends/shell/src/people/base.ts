/** True when a link with this base opens on this machine only. */
export const isLocalBase = (baseUrl: string): boolean => {
  try {
    return ['localhost', '127.0.0.1', '[::1]', '0.0.0.0'].includes(new URL(baseUrl).hostname);
  } catch {
    return false;
  }
};
