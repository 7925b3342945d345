import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { misfitOf, viewTypes } from './index.ts';

/** By version: the configuration of a type as it was released. Only additions to the newest version. */
const releasedOf = (id: string): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(new URL(`${id}/released.json`, import.meta.url), 'utf8')) as ReturnType<typeof releasedOf>;

describe.each(viewTypes)('the view type $id', ({ id, version, config, upgrades = {} }) => {
  it('has the configuration that was released with its version; another one is another version', () => {
    expect(JSON.parse(JSON.stringify(config))).toEqual(releasedOf(id)[String(version)]);
  });

  it('reads every configuration that was released', () => {
    const versions = Object.keys(releasedOf(id)).map(Number);
    expect(versions).toEqual(Array.from({ length: version }, (_, i) => i + 1));
    for (const earlier of versions.filter((one) => one < version)) expect(upgrades[earlier]).toBeTypeOf('function');
  });
});

it('no released view type is gone', () => {
  const folders = readdirSync(import.meta.dirname).filter((name) =>
    existsSync(new URL(`${name}/released.json`, import.meta.url)),
  );
  expect(viewTypes.map(({ id }) => id).toSorted()).toEqual(folders.toSorted());
});

it('a value that does not fit its part is told, whatever another type has under the same name', () => {
  expect([0, 3, 4, 1.5, '1'].map((value) => misfitOf({ of: 'integer', min: 1, max: 3 }, value) === undefined)).toEqual([
    false,
    true,
    false,
    false,
    false,
  ]);
  const some = { of: 'choices', values: ['left', 'right'] } as const;
  expect(misfitOf(some, ['right', 'left'])).toBeUndefined();
  for (const wrong of [['left', 'left'], ['up'], 'left'])
    expect(misfitOf(some, wrong)).toBe('They are some of "left", "right", each once.');
  expect(misfitOf({ of: 'choice', values: ['small', 48] }, 48)).toBeUndefined();
  expect(misfitOf({ of: 'choice', values: ['small', 48] }, 'large')).toBe('It is one of "small", 48.');
  expect(misfitOf({ of: 'columns', most: 1 }, [{}, {}])).toBe('There are at most 1.');
  expect(misfitOf({ of: 'questions', most: 1 }, [{}, {}])).toBe('There are at most 1.');
  expect([3, 'four'].map((value) => misfitOf({ of: 'text', most: 3 }, value))).toEqual([
    'It is a text of at most 3 characters.',
    'It is a text of at most 3 characters.',
  ]);
  expect(misfitOf({ of: 'text', most: 4 }, 'four')).toBeUndefined();
  expect(misfitOf({ of: 'field' }, 3)).toBe('It is the id of a field.');
});
