/**
 * Addresses that mean another one: of earlier releases, of links in mails, and short ones. `:id` is an id, `*` whatever
 * follows, also nothing; the target takes either in.
 */
const addresses: readonly (readonly [string, string])[] = [
  ['/workspaces', '/home'],
  ['/workspaces/favorite-tabs', '/home/favorites'],
  ['/home/favorite-tabs', '/home/favorites'],
  ['/workspaces/folders', '/home/folders'],
  ['/workspaces/all-tables', '/home/tables'],
  ['/workspaces/all-apps', '/home/apps'],
  ['/workspaces/all-app-pages', '/home/apps'],
  ['/home/recovery', '/workspaces/recovery'],
  ['/workspaces/:id', '/home/folders/:id'],
  ['/home/:id', '/home/folders/:id'],
  ['/dashboard/:id/*', '/app/:id'],
  ['/app-page/:id', '/app/:id'],
  ['/updates', '/for-you'],
  ['/notifications/all', '/for-you'],
  ['/for-you/notifications/*', '/for-you'],
  ['/tricks/*', '/automations/*'],
  ['/builder', '/templates/create'],
  ['/settings/multi-factor-authentication', '/settings/security'],
  ['/settings/behavior', '/settings/organisation-settings'],
  ['/settings/fun-mode', '/settings/organisation-settings'],
  // Whatever is not there is one's profile.
  ['/settings/*', '/settings/my-profile'],
];

const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '');
const isId = (part: string): boolean => /^[0-9a-z]{26}$/.test(part);

/** Where an address leads now; undefined for one that leads nowhere. */
export const movedTo = (path: string): string | undefined => {
  const parts = partsOf(path);
  for (const [shape, target] of addresses) {
    const wanted = partsOf(shape);
    const open = wanted.at(-1) === '*';
    const fixed = open ? wanted.slice(0, -1) : wanted;
    if (open ? parts.length < fixed.length : parts.length !== fixed.length) continue;
    if (!fixed.every((part, at) => (part === ':id' ? isId(parts[at]!) : part === parts[at]))) continue;
    const id = parts[fixed.indexOf(':id')] ?? '';
    return target.replace(':id', id).replace('*', parts.slice(fixed.length).join('/'));
  }
  return undefined;
};
