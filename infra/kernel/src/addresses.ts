/** First segments of addresses of the product: no organization is called so. */
export const reservedNames: ReadonlySet<string> = new Set(
  [
    'accounts api app assets automations builder chat connector create custom database docs embed files',
    'help home incoming invitation kit legacy login lowcode mcp metrics object objects open organization',
    'public recovery remotes search settings setup start tasks templates tessera trash tricks updates',
    'users workspaces',
  ].flatMap((line) => line.split(' ')),
);

/**
 * What an address of a public link names: its token, and the organization where that stands before it
 * (`/{org}/{token}`, by its short name or id) in the place of `public`. Undefined for any other address.
 */
export const publicLinkIn = (path: string): { readonly organization?: string; readonly token: string } | undefined => {
  const [, first = '', token = ''] = /^\/([A-Za-z0-9]{3,30})\/([A-Za-z0-9_-]{1,100})\/?$/.exec(path) ?? [];
  if (first === 'public') return { token };
  return token.length === tokenLength && !reservedNames.has(first) ? { organization: first, token } : undefined;
};
/** Of a token of a public link: 16 bytes as base64url. */
const tokenLength = 22;
