/** How the tabs of a top bar look. `select` is the small list, which a phone shows for more than two apps. */
export const topBarStyles = ['with_tabs_icons', 'no_icon', 'custom_icon', 'lower_bar', 'select'] as const;
export const topBarAligns = ['left', 'center', 'right'] as const;
/** What a top bar offers at its end, in this order; the first three are on unless somebody turned them off. */
export const topBarShortcuts = [
  'chat',
  'tasks',
  'apps',
  'settings',
  'favorites',
  'notifications',
  'invite_users',
  'jump_in',
] as const;
export const menuShortcuts = [
  'create_new',
  'jump_in',
  'invite_users',
  'apps',
  'favorites',
  'chat',
  'notifications',
  'settings',
  'upload_data',
  'all_tables',
  'all_app_pages',
  'refresh',
  'recovery',
  'show_all',
  'login',
] as const;
export const actionTypes = ['app', 'link', 'record', 'addRecord'] as const;

/** Whether an action leads to an address, and not to a place of ours that has an id. */
export const leadsOut = (type: (typeof actionTypes)[number]): boolean =>
  type !== 'app' && type !== 'record' && type !== 'addRecord';

type Flags<Names extends string> = { readonly [Name in Names]?: boolean | undefined };

/** A small picture that a bar keeps itself, as an address of data; null for none. */
export type Logo = string | null;
export const logoBars = ['top_bar', 'menu_bar'] as const;
/** Characters of a logo in Base64 at most: 24,000 bytes. */
export const mostLogo = 32_000;

/** An app of a top bar, with the icon and the colour that it has there with own icons. */
export type TopBarItem = {
  readonly id: string;
  readonly custom_color?: string | null | undefined;
  readonly custom_icon?: string | null | undefined;
};
export type TopBar = {
  readonly bg_color?: string | null | undefined;
  readonly align_items: (typeof topBarAligns)[number];
  readonly items_variant: (typeof topBarStyles)[number];
  readonly items: readonly TopBarItem[];
  readonly shortcuts: Flags<(typeof topBarShortcuts)[number]>;
  readonly logo?: Logo | undefined;
  /** The person's own menu stands at its end. */
  readonly show_login_button: boolean;
};

/** One place of a bottom bar. `target` is an app, an address, a record of `record_table`, or a table to add to. */
export type ActionItem = {
  readonly id: string;
  readonly type: (typeof actionTypes)[number];
  readonly target: string;
  readonly record_table?: string | undefined;
  readonly label: string;
  readonly icon: string;
};
export type BottomNav = {
  readonly items: readonly ActionItem[];
  readonly bg_color?: string | null | undefined;
  readonly only_show_on_mobile: boolean;
};

/** A line of a menu bar. What stands between a folder and its end is in the folder. */
export type MenuItem = { readonly id: string } & (
  | { readonly type: 'app'; readonly app_id: string }
  | { readonly type: 'table'; readonly table_id: string }
  | { readonly type: 'favorites' }
  | { readonly type: 'workspace' | 'chat_channel'; readonly item_id: string }
  | { readonly type: 'folder'; readonly folder_config: { readonly name: string; readonly is_collapsable: boolean } }
  | { readonly type: 'folder_end'; readonly folder_end_for: string }
);
export type MenuBar = {
  readonly title: string;
  readonly items: readonly MenuItem[];
  readonly top_bg_color: string;
  readonly bottom_bg_color: string;
  readonly logo?: Logo | undefined;
  readonly shortcuts: Flags<(typeof menuShortcuts)[number]>;
  readonly allow_hide_menu: boolean;
  readonly show_when_hovered: boolean;
  readonly show_app_icons: boolean;
  readonly large_icons: boolean;
};
export type Bars = {
  readonly top_bar: TopBar | null;
  readonly bottom_nav: BottomNav | null;
  readonly menu_bar: MenuBar | null;
};

/** Places of a bottom bar that a phone has room for. */
export const mostOnPhone = 5;

/** Whether each folder of a menu is followed by its own end, with no folder in another. */
const paired = (items: readonly MenuItem[]): boolean => {
  let open: string | undefined;
  for (const item of items) {
    if (item.type === 'folder') {
      if (open !== undefined) return false;
      open = item.id;
    } else if (item.type === 'folder_end') {
      if (open !== item.folder_end_for) return false;
      open = undefined;
    }
  }
  return open === undefined;
};

export type BarIssue =
  | 'apps.bar_without_app'
  | 'apps.bar_too_long_for_phone'
  | 'apps.menu_hover_needs_hide'
  | 'apps.menu_large_needs_icons'
  | 'apps.menu_folder_unpaired';

/** What is wrong with a bottom bar of an app, if anything is. */
export const issueOfBottomNav = (
  { items, only_show_on_mobile }: Pick<BottomNav, 'items' | 'only_show_on_mobile'>,
  appId: string,
): BarIssue | undefined => {
  if (!items.some(({ type, target }) => type === 'app' && target === appId)) return 'apps.bar_without_app';
  return only_show_on_mobile && items.length > mostOnPhone ? 'apps.bar_too_long_for_phone' : undefined;
};

/** What is wrong with a menu bar, if anything is. */
export const issueOfMenuBar = (bar: MenuBar): BarIssue | undefined => {
  if (bar.show_when_hovered && !bar.allow_hide_menu) return 'apps.menu_hover_needs_hide';
  if (bar.large_icons && !bar.show_app_icons) return 'apps.menu_large_needs_icons';
  return paired(bar.items) ? undefined : 'apps.menu_folder_unpaired';
};

/** A menu with one line taken out; a folder and its end leave together, and what was in it stays. */
export const withoutMenuItem = (items: readonly MenuItem[], id: string): readonly MenuItem[] =>
  items.filter((item) => item.id !== id && !(item.type === 'folder_end' && item.folder_end_for === id));

/**
 * A menu with the line at `from` standing at `to`; the same menu where that would pull a folder and its end over each
 * other, or put a folder into another.
 */
export const movedMenuItem = (items: readonly MenuItem[], from: number, to: number): readonly MenuItem[] => {
  const moved = items[from];
  if (moved === undefined || to < 0 || to >= items.length) return items;
  const rest = items.toSpliced(from, 1);
  const next = rest.toSpliced(to, 0, moved);
  return paired(next) ? next : items;
};

/**
 * A menu with a line put into the folder that ends above it or begins below it, or out of the one that it is in; the same
 * menu where there is none.
 */
export const shiftedMenuItem = (items: readonly MenuItem[], at: number, into: boolean): readonly MenuItem[] => {
  const own = items[at]?.type;
  if (own === 'folder' || own === 'folder_end') return items;
  if (into) {
    if (items[at - 1]?.type === 'folder_end') return movedMenuItem(items, at, at - 1);
    return items[at + 1]?.type === 'folder' ? movedMenuItem(items, at, at + 1) : items;
  }
  const around = items.slice(0, at).findLast(({ type }) => type === 'folder' || type === 'folder_end');
  const end = items.findIndex(({ type }, place) => place > at && type === 'folder_end');
  return around?.type === 'folder' ? movedMenuItem(items, at, end) : items;
};

/** A menu as its lines and the folders around them. */
export const menuTree = (
  items: readonly MenuItem[],
): readonly { readonly item: MenuItem; readonly within: readonly MenuItem[] }[] => {
  const tree: { item: MenuItem; within: MenuItem[] }[] = [];
  let folder: { item: MenuItem; within: MenuItem[] } | undefined;
  for (const item of items) {
    if (item.type === 'folder_end') folder = undefined;
    else if (folder !== undefined) folder.within.push(item);
    else {
      const line = { item, within: [] };
      tree.push(line);
      if (item.type === 'folder') folder = line;
    }
  }
  return tree;
};
