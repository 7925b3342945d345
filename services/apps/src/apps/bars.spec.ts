import { newId, permissionFlags, type Actor, type RolePermissions } from '@tessera/kernel';
import { expect, it } from 'vitest';
import { bottomNav, logo, menuBar, wireBars } from './bars.ts';

const [open, closed, table, written, secret] = [newId(), newId(), newId(), newId(), newId()];
const reader: Actor = {
  organizationId: 'o',
  kind: 'user',
  id: 'u',
  userId: 'u',
  seat: 'member',
  roleId: '1',
  permissionVersion: 1,
  permissions: {
    admin: false,
    flags: Object.fromEntries(permissionFlags.map((flag) => [flag, 0])) as RolePermissions['flags'],
    tables_enabled: { [table]: 'view', [written]: 'edit' },
    tables_disabled: [],
    dashboards_enabled: { [open]: 'interact' },
    dashboards_disabled: [],
  },
};
const line = (parts: object) => ({ id: newId(), ...parts });
const folder = line({ type: 'folder', folder_config: { name: 'F', is_collapsable: true } });
const menu = {
  items: [
    line({ type: 'app', app_id: closed }),
    folder,
    line({ type: 'table', table_id: table }),
    line({ type: 'table', table_id: secret }),
    line({ type: 'folder_end', folder_end_for: folder.id }),
    line({ type: 'app', app_id: open }),
  ],
  top_bg_color: 'blue',
  bottom_bg_color: 'neutral',
};
const bottom = {
  items: [
    line({ type: 'app', target: open, label: 'Open', icon: 'app' }),
    line({ type: 'app', target: closed, label: 'Closed', icon: 'app' }),
    line({ type: 'record', target: newId(), record_table: secret, label: 'Secret', icon: 'list' }),
    line({ type: 'addRecord', target: table, label: 'Forbidden', icon: 'plus' }),
    line({ type: 'addRecord', target: written, label: 'Add', icon: 'plus' }),
    line({ type: 'link', target: 'https://tessera.example', label: 'Site', icon: 'link' }),
  ],
};

it('who may not open what a bar leads to is not told of it, and a builder is', () => {
  const bars = {
    topBarJson: JSON.stringify({ items: [{ id: open }, { id: closed }], shortcuts: {} }),
    bottomNavJson: JSON.stringify(bottomNav.parse(bottom)),
    menuBarJson: JSON.stringify(menuBar.parse(menu)),
  };
  const seen = JSON.stringify(wireBars(reader, bars, false));
  for (const id of [closed, secret, 'Closed', 'Secret', 'Forbidden']) expect(seen).not.toContain(id);
  for (const id of [open, table, folder.id, 'Site', 'Add']) expect(seen).toContain(id);
  expect(JSON.stringify(wireBars(reader, bars, true))).toContain(secret);
  expect(wireBars(reader, { topBarJson: '', bottomNavJson: '', menuBarJson: '' }, false)).toEqual({
    top_bar: null,
    bottom_nav: null,
    menu_bar: null,
  });
});

it.each([
  ['a link that is a program', { type: 'link', target: 'javascript:1', label: 'x', icon: 'link' }],
  ['a record without its table', { type: 'record', target: newId(), label: 'x', icon: 'link' }],
  ['an app with a table', { type: 'app', target: open, record_table: table, label: 'x', icon: 'link' }],
  ['an app that is no id', { type: 'app', target: 'home', label: 'x', icon: 'link' }],
  ['nothing to read', { type: 'app', target: open, label: ' ', icon: 'link' }],
])('a bottom bar takes no %s', (_what, item) => {
  expect(bottomNav.safeParse({ items: [line(item)] }).success).toBe(false);
});

it.each([
  'https://pictures.example/a.png',
  'data:image/svg+xml;base64,PHN2Zz4=',
  'data:text/html;base64,PHA+',
  `data:image/png;base64,${'A'.repeat(40_000)}`,
  'data:image/png;base64,A"onerror="x',
])('a logo is a small picture of a kind that runs nothing, and not %.60s', (text) => {
  expect(logo.safeParse(text).success).toBe(false);
  expect(logo.safeParse('data:image/webp;base64,UklGRg==').success).toBe(true);
});
