import { expect, it } from 'vitest';
import {
  issueOfBottomNav,
  issueOfMenuBar,
  menuTree,
  movedMenuItem,
  shiftedMenuItem,
  withoutMenuItem,
  type ActionItem,
  type MenuBar,
  type MenuItem,
} from './bars.ts';

const place = (id: string, target = id): ActionItem => ({ id, type: 'app', target, label: id, icon: '' });
const app = (id: string): MenuItem => ({ id, type: 'app', app_id: id });
const folder: MenuItem = { id: 'f', type: 'folder', folder_config: { name: 'F', is_collapsable: true } };
const end: MenuItem = { id: 'e', type: 'folder_end', folder_end_for: 'f' };
const menu = (parts: Partial<MenuBar>): MenuBar => ({
  title: '',
  items: [app('a')],
  top_bg_color: 'blue',
  bottom_bg_color: 'stone',
  shortcuts: {},
  allow_hide_menu: false,
  show_when_hovered: false,
  show_app_icons: false,
  large_icons: false,
  ...parts,
});
const ids = (items: readonly MenuItem[]): string => items.map(({ id }) => id).join(' ');

it('a bottom bar holds the app that it is of, and no more than a phone has room for where it is a phone’s alone', () => {
  const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => place(id));
  expect(issueOfBottomNav({ items: six, only_show_on_mobile: false }, 'a')).toBeUndefined();
  expect(issueOfBottomNav({ items: six, only_show_on_mobile: true }, 'a')).toBe('apps.bar_too_long_for_phone');
  expect(issueOfBottomNav({ items: six.slice(0, 5), only_show_on_mobile: true }, 'a')).toBeUndefined();
  expect(issueOfBottomNav({ items: six, only_show_on_mobile: false }, 'z')).toBe('apps.bar_without_app');
});

it('a menu that shows when it is pointed at can be hidden, and large icons need icons', () => {
  expect(issueOfMenuBar(menu({}))).toBeUndefined();
  expect(issueOfMenuBar(menu({ show_when_hovered: true }))).toBe('apps.menu_hover_needs_hide');
  expect(issueOfMenuBar(menu({ show_when_hovered: true, allow_hide_menu: true }))).toBeUndefined();
  expect(issueOfMenuBar(menu({ large_icons: true }))).toBe('apps.menu_large_needs_icons');
  for (const items of [[folder], [end], [folder, folder, end], [end, folder]])
    expect(issueOfMenuBar(menu({ items }))).toBe('apps.menu_folder_unpaired');
});

it('lines of a menu go into folders and out of them, and a folder never passes its end', () => {
  const items = [app('a'), folder, app('b'), end, app('c')];
  expect(ids(movedMenuItem(items, 0, 1))).toBe('f a b e c');
  expect(ids(movedMenuItem(items, 4, 3))).toBe('a f b c e');
  expect(movedMenuItem(items, 1, 3)).toBe(items);
  expect(movedMenuItem(items, 3, 1)).toBe(items);
  expect(movedMenuItem(items, 0, -1)).toBe(items);
  expect(ids(shiftedMenuItem(items, 0, true))).toBe('f a b e c');
  expect(ids(shiftedMenuItem(items, 4, true))).toBe('a f b c e');
  expect(ids(shiftedMenuItem(items, 2, false))).toBe('a f e b c');
  expect([1, 3].map((at) => shiftedMenuItem(items, at, true))).toEqual([items, items]);
  expect([0, 4].map((at) => shiftedMenuItem(items, at, false))).toEqual([items, items]);
  expect(ids(withoutMenuItem(items, 'f'))).toBe('a b c');
  expect(menuTree(items).map(({ item, within }) => [item.id, ids(within)])).toEqual([
    ['a', ''],
    ['f', 'b'],
    ['c', ''],
  ]);
});
