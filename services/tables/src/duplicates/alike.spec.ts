import { describe, expect, it } from 'vitest';
import { createGroups, type Likeness, type Values } from './alike.ts';

const groups = (how: Likeness, rows: readonly Values[], strong: readonly boolean[] = []) => {
  const made = createGroups(how, strong);
  for (const row of rows) made.add(row);
  return made.groups();
};

describe('records that are alike', () => {
  it('exactly: the same but for case, spaces, accents and punctuation, in every field', () => {
    const rows = [
      ['Acme Clinics', '(937) 555-0142'],
      ['ACME-clinics', '937 555 0142'],
      ['Acme Clinics', ''],
      ['', ''],
      ['', ''],
    ];
    expect(groups('exact', rows)).toEqual([{ members: [0, 1], fields: [0, 1] }]);
  });

  it('closely: two fields nearly the same, whatever the order of words and a doubled letter', () => {
    const rows = [
      ['Acme Clinics', '555', 'Dayton'],
      ['Clinic Acme', '555', ''],
      ['Acmme Clinic', '', 'dayton'],
      ['Acme Clinics', '', ''],
      ['Harbor', '555', ''],
    ];
    expect(groups('close', rows)).toEqual([{ members: [0, 1, 2], fields: [0] }]);
    expect(
      groups(
        'close',
        rows.map(([name]) => [name!]),
      ),
    ).toEqual([{ members: [0, 1, 2, 3], fields: [0] }]);
  });

  it('loosely: one strong field alone', () => {
    const rows = [
      ['Acme', 'a@x.example'],
      ['Other', 'A@X.example'],
      ['Acme', 'b@x.example'],
    ];
    expect(groups('loose', rows, [false, true])).toEqual([{ members: [0, 1], fields: [1] }]);
    expect(groups('close', rows, [false, true])).toEqual([]);
  });

  it('by way of a third one, and each stands in one group', () => {
    const rows = [
      ['a', '1', ''],
      ['a', '1', 'x'],
      ['b', '2', 'x'],
      ['b', '2', ''],
    ];
    expect(groups('close', [...rows, ['b', '1', 'x']]).flatMap(({ members }) => members)).toHaveLength(5);
    const chain = [
      ['a', '1', ''],
      ['a', '1', 'x'],
      ['', '1', 'x'],
    ];
    expect(groups('close', chain)).toEqual([{ members: [0, 1, 2], fields: [1] }]);
  });

  it('a long value is compared in a time that its length bounds', () => {
    const long = 'aab '.repeat(25_000);
    const begun = performance.now();
    expect(groups('close', [[long], [long]])).toHaveLength(1);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
