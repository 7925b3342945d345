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

const permissions = 'camera=(), microphone=(), geolocation=(), payment=(), usb=()';
// Over plain HTTP browsers ignore both, the first with a warning on every page.
const overTls = { 'cross-origin-opener-policy': 'same-origin', 'strict-transport-security': 'max-age=31536000' };

type Framed = { readonly framedBy?: readonly string[] | undefined };
const isFramed = (options: Framed): options is Required<Framed> & { readonly framedBy: readonly string[] } =>
  options.framedBy !== undefined && options.framedBy.length > 0;

/**
 * Headers of a page of ours. Scripts run only with the nonce (and what such a script loads), styles from us or inline:
 * the component library sets style attributes. `connect` adds origins that the page may call, `framedBy` sources of pages
 * that may hold it in a frame; without them none does.
 */
export const pageHeaders = (
  nonce: string,
  options: {
    readonly tls: boolean;
    readonly connect?: readonly string[];
    readonly framedBy?: readonly string[] | undefined;
  },
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
    `frame-ancestors ${isFramed(options) ? options.framedBy.join(' ') : "'none'"}`,
  ].join('; '),
  'x-content-type-options': 'nosniff',
  // It knows no list: where there is one, the policy alone says who may.
  ...(!isFramed(options) && { 'x-frame-options': 'DENY' }),
  'referrer-policy': 'same-origin',
  'permissions-policy': permissions,
  ...(options.tls && overTls),
});

/**
 * Headers of the frame in which code of a builder runs: it has no origin, so no cookie and no storage of ours, and it
 * reaches no network; what it is told and asks goes by messages with the page that holds it.
 */
export const codeFrameHeaders = (options: { readonly tls: boolean }): Record<string, string> => ({
  'content-security-policy': [
    'sandbox allow-scripts',
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': permissions,
  ...(options.tls && overTls),
});

/**
 * Headers of the frame in which our pages show what is of others. It runs nothing and loads nothing but what `shows`
 * names, a directive with its sources; without it nothing. Only our own pages hold it.
 */
export const frameHeaders = (
  nonce: string,
  shows: string | undefined,
  options: { readonly tls: boolean },
): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    ...(shows === undefined ? [] : [shows]),
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
  'permissions-policy': permissions,
  ...(options.tls && overTls),
});
