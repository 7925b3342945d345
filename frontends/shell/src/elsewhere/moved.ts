const id = '([0-9a-z]{26})';

/** Addresses that mean another one: of earlier releases, of links in mails, and short ones. */
const addresses: readonly (readonly [RegExp, string])[] = [
  [/^\/workspaces$/, '/home'],
  [/^\/(?:workspaces|home)\/favorite-tabs$/, '/home/favorites'],
  [/^\/workspaces\/folders$/, '/home/folders'],
  [/^\/workspaces\/(?:all-tables|all_tables)$/, '/home/tables'],
  [/^\/workspaces\/(?:all-apps|all-app-pages|all_app_pages)$/, '/home/apps'],
  [/^\/home\/recovery$/, '/workspaces/recovery'],
  [new RegExp(`^/(?:workspaces|home)/${id}$`), '/home/folders/$1'],
  [new RegExp(`^/dashboard/${id}(?:/.*)?$`), '/app/$1'],
  [new RegExp(`^/app-page/${id}$`), '/app/$1'],
  [/^\/updates$/, '/for-you'],
  [/^\/notifications\/all$/, '/for-you'],
  [/^\/for-you\/notifications(?:\/all)?$/, '/for-you'],
  [/^\/tricks(?:\/(.*))?$/, '/automations/$1'],
  [/^\/builder$/, '/templates/create'],
  [/^\/settings\/multi-factor-authentication$/, '/settings/security'],
  [/^\/settings\/(?:behavior|fun-mode)$/, '/settings/organisation-settings'],
  // Whatever is not there is one's profile.
  [/^\/settings(?:\/.*)?$/, '/settings/my-profile'],
];

/** Where an address leads now; undefined for one that leads nowhere. */
export const movedTo = (path: string): string | undefined => {
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  for (const [shape, target] of addresses) {
    const found = shape.exec(bare);
    if (found !== null) return target.replace('$1', found[1] ?? '');
  }
  return undefined;
};
