/** Sent with every JSON answer: nothing may be framed, sniffed, cached or run. */
export const apiHeaders: readonly string[] = [
  'x-content-type-options',
  'nosniff',
  'x-frame-options',
  'DENY',
  'referrer-policy',
  'same-origin',
  'content-security-policy',
  "default-src 'none'; frame-ancestors 'none'",
];

/**
 * Headers of a page of ours. Scripts run only with the nonce (and what such a script loads), styles from us or inline:
 * the component library sets style attributes. `connect` adds origins that the page may call.
 */
export const pageHeaders = (
  nonce: string,
  options: { readonly tls: boolean; readonly connect?: readonly string[] },
): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src ${["'self'", ...(options.connect ?? [])].join(' ')}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  // Over plain HTTP browsers ignore both, the first with a warning on every page.
  ...(options.tls
    ? { 'cross-origin-opener-policy': 'same-origin', 'strict-transport-security': 'max-age=31536000' }
    : {}),
});
