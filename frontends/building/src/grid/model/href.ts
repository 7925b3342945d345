/** Where a web address leads; null for what no browser should open (`javascript:` and the like). */
export const webAddress = (text: string): string | null => {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  try {
    const url = new URL(address);
    return url.protocol === 'http:' || url.protocol === 'https:' || url.protocol === 'mailto:' ? url.href : null;
  } catch {
    return null;
  }
};

export const mailAddress = (text: string): string => `mailto:${encodeURIComponent(text).replaceAll('%40', '@')}`;
export const phoneAddress = (text: string): string => `tel:${text.replace(/[^\d+]/g, '')}`;
