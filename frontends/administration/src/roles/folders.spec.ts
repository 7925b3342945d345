import { describe, expect, it } from 'vitest';
import { foldersWith, levelOfAll, withLevelOfAll } from './folders.ts';
import type { Data } from './model.ts';

const data: Data = {
  admin: false,
  flags: {} as Data['flags'],
  tables_enabled: { '*': 'view', a: { access: 'view', hidden_fields: ['f'] } },
  tables_disabled: [],
  dashboards_enabled: {},
  dashboards_disabled: [],
  pages_enabled: {},
  pages_disabled: [],
  doc_pages_enabled: {},
  doc_pages_disabled: [],
};
const tab = (id: string, type: 'table' | 'app') => ({ id, type, label: id, color: null });
const folder = (id: string, parentId: string | null, ...tabs: ReturnType<typeof tab>[]) => ({
  id,
  label: id,
  color: null,
  parentId,
  tabs,
});
const folders = [
  folder('sales', null, tab('a', 'table'), tab('desk', 'app')),
  folder('inner', 'sales', tab('b', 'table')),
  folder('empty', null),
];

describe('the row of a folder', () => {
  it('is of what is in it and in the folders inside, by kind', () => {
    expect(foldersWith(folders, 'tables').map(({ id, ids }) => [id, ids])).toEqual([
      ['sales', ['a', 'b']],
      ['inner', ['b']],
    ]);
    expect(foldersWith(folders, 'apps').map(({ id, ids }) => [id, ids])).toEqual([['sales', ['desk']]]);
  });
  it('sets the level of each, and keeps their rules', () => {
    const next = withLevelOfAll(data, 'tables', ['a', 'b'], 'edit');
    expect(next.tables_enabled).toEqual({ '*': 'view', a: { access: 'edit', hidden_fields: ['f'] }, b: 'edit' });
    expect(withLevelOfAll(next, 'tables', ['a', 'b'], 'none')).toMatchObject({
      tables_enabled: { '*': 'view' },
      tables_disabled: ['a', 'b'],
    });
  });
  it('says their level where they have the same', () => {
    expect(levelOfAll(data, 'tables', ['a', 'b'])).toBe('view');
    expect(levelOfAll(withLevelOfAll(data, 'tables', ['b'], 'edit'), 'tables', ['a', 'b'])).toBeUndefined();
  });
});
