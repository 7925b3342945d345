/** Providers that prove who somebody is: any by its issuer, and three that are known by their name. */
export const providerKinds = ['oidc', 'google', 'microsoft', 'apple'] as const;
export type ProviderKind = (typeof providerKinds)[number];

/** A tenant by its id: by a domain its metadata name another issuer than the one that was asked for. */
const tenant = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The issuer of a provider: fixed for Google and Apple, that of one tenant for Microsoft, and as it is written for any
 * other. Undefined for one that cannot be one. `at` is the address, or Microsoft's tenant by its id.
 */
export const issuerOf = (kind: ProviderKind, at: string): string | undefined => {
  if (kind === 'google') return 'https://accounts.google.com';
  if (kind === 'apple') return 'https://appleid.apple.com';
  if (kind === 'microsoft')
    return tenant.test(at.toLowerCase()) ? `https://login.microsoftonline.com/${at.toLowerCase()}/v2.0` : undefined;
  if (!URL.canParse(at)) return undefined;
  const { protocol, hostname, username, password, search, hash, href } = new URL(at);
  const local = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  if (protocol !== 'https:' && !(protocol === 'http:' && local)) return undefined;
  return username + password + search + hash === '' ? at.trim() && href.replace(/\/$/, '') : undefined;
};

const domain = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

/** A domain of e-mail addresses as it is compared; undefined for what is none. */
export const domainOf = (text: string): string | undefined => {
  const bare = text.trim().toLowerCase().replace(/^@/, '');
  return bare.length <= 253 && domain.test(bare) ? bare : undefined;
};

/** Whether an e-mail address is of one of the domains; without domains of none. */
export const isOf = (email: string, domains: readonly string[]): boolean =>
  domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
