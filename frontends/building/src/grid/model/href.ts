/**
 * Where a link, e-mail address or phone number leads; null for what no browser should open (`javascript:` and the
 * like).
 */
export const hrefOf = (kind: 'link' | 'email' | 'phone', text: string): string | null => {
  if (kind === 'email') return `mailto:${encodeURIComponent(text).replaceAll('%40', '@')}`;
  if (kind === 'phone') return `tel:${text.replace(/[^\d+]/g, '')}`;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  try {
    const url = new URL(address);
    return url.protocol === 'http:' || url.protocol === 'https:' || url.protocol === 'mailto:' ? url.href : null;
  } catch {
    return null;
  }
};
