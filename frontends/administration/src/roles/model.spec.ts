import { describe, expect, it } from 'vitest';
import {
  everyLevel,
  fromJson,
  groups,
  levelOf,
  ownRules,
  said,
  withEvery,
  withFlag,
  withLevel,
  type Data,
} from './model.ts';

const flags = groups.flatMap((group) => group.flags.map(({ flag }) => flag));
const none: Data = {
  admin: false,
  flags: Object.fromEntries(flags.map((flag) => [flag, 0])) as Data['flags'],
  tables_enabled: {},
  tables_disabled: [],
  dashboards_enabled: {},
  dashboards_disabled: [],
  pages_enabled: {},
  pages_disabled: [],
  doc_pages_enabled: {},
  doc_pages_disabled: [],
};

describe('the switches of a role', () => {
  it('turn the settings on with what is a part of them, and it off with them', () => {
    const on = withFlag(none, 'access_actions_history', true);
    expect(said(on).can).toEqual(['access_settings', 'access_actions_history']);
    expect(said(withFlag(on, 'access_settings', false)).can).toEqual([]);
    expect(said(withFlag(on, 'access_actions_history', false)).can).toEqual(['access_settings']);
  });
  it('are twelve, each once', () => {
    expect([flags.length, new Set(flags).size]).toEqual([12, 12]);
  });
});

describe('what a role opens', () => {
  it('follows the rule for all, but where it has a rule of its own', () => {
    const all = withEvery(none, 'tables', 'view');
    const some = withLevel(withLevel(all, 'tables', 'a', 'edit'), 'tables', 'b', 'none');
    expect(some.tables_enabled).toEqual({ '*': 'view', a: 'edit' });
    expect(some.tables_disabled).toEqual(['b']);
    expect(['a', 'b', 'c'].map((id) => levelOf(some, 'tables', id))).toEqual([
      { level: 'edit', own: true },
      { level: 'none', own: true },
      { level: 'view', own: false },
    ]);
    expect(ownRules(some, 'tables', ['a', 'b', 'c'])).toBe(2);
  });
  it('has no rule of its own where that is the rule for all', () => {
    const all = withLevel(withEvery(none, 'tables', 'view'), 'tables', 'a', 'edit');
    expect(withLevel(all, 'tables', 'a', 'view').tables_enabled).toEqual({ '*': 'view' });
    expect(withEvery(all, 'tables', 'edit').tables_enabled).toEqual({ '*': 'edit' });
  });
  it('is closed again when the rule for all goes, but for what was added by name', () => {
    const all = withLevel(withLevel(withEvery(none, 'apps', 'interact'), 'apps', 'a', 'full'), 'apps', 'b', 'none');
    const left = withEvery(all, 'apps', 'none');
    expect([left.dashboards_enabled, left.dashboards_disabled, everyLevel(left, 'apps')]).toEqual([
      { a: 'full' },
      [],
      'none',
    ]);
  });
  it('leaves one out by taking its rule away where there is none for all', () => {
    const one = withLevel(none, 'tables', 'a', 'view');
    expect(withLevel(one, 'tables', 'a', 'none')).toEqual(none);
  });
});

describe('rights written by hand', () => {
  it('are empty where parts are left out', () => {
    expect(fromJson('{"tables_enabled":{"*":"view"}}')).toEqual({
      ...none,
      flags: {},
      tables_enabled: { '*': 'view' },
    });
    expect(fromJson(JSON.stringify(none))).toEqual(none);
  });
  it.each(['', '{', '[]', 'null', '3', '{"flags":[]}', '{"tables_disabled":{}}', '{"more":1}'])(
    'are no rights: %s',
    (text) => {
      expect(fromJson(text)).toBeUndefined();
    },
  );
});
