import { describe, expect, it } from 'vitest';
import { depthOf, panelOf, type TablePanel, wayTo, withPanel } from './panel-address.ts';

const panels: readonly TablePanel[] = [
  { name: 'structure' },
  { name: 'history' },
  { name: 'history', entry: '1.7' },
  { name: 'deleted' },
  { name: 'conditionals' },
  { name: 'new' },
  { name: 'field', fieldId: null },
  { name: 'field', fieldId: 'f1' },
  { name: 'field', fieldId: 'f1', from: 'structure' },
];

describe('a panel in the address', () => {
  it('is read as it was written, one at a time and in place of a record', () => {
    for (const before of panels)
      for (const panel of panels) {
        const search = withPanel(withPanel(new URLSearchParams('recordId=r1&other=7'), before), panel);
        expect(panelOf(search)).toEqual(panel);
        expect([search.get('recordId'), search.get('other')]).toEqual([null, '7']);
      }
  });

  it('leaves nothing behind when it is closed', () => {
    for (const panel of panels)
      expect(withPanel(withPanel(new URLSearchParams('other=7'), panel), null).toString()).toBe('other=7');
  });

  it('is none where the name is none', () => {
    expect(panelOf(new URLSearchParams('panel=everything'))).toBeNull();
    expect(panelOf(new URLSearchParams(''))).toBeNull();
  });

  it('leaves no entry of the history behind that opening has made', () => {
    const structure: TablePanel = { name: 'structure' };
    const field: TablePanel = { name: 'field', fieldId: 'f1', from: 'structure' };
    const record = { recordId: 'r1' };
    for (const open of [...panels, record]) {
      expect(wayTo(null, open, 0)).toEqual({ replace: false, depth: 1, back: 0 });
      expect(wayTo(open, null, 1)).toEqual({ replace: true, depth: 0, back: 1 });
      // Opened by its address: there is nothing here to go back to.
      expect(wayTo(open, null, 0)).toEqual({ replace: true, depth: 0, back: 0 });
    }
    for (const [from, to] of [
      [record, { recordId: 'r2' }],
      [record, structure],
      [{ name: 'history' }, record],
      [{ name: 'history' }, structure],
    ] as const)
      for (const depth of [0, 1]) expect(wayTo(from, to, depth)).toEqual({ replace: true, depth, back: 0 });
    const entry: TablePanel = { name: 'history', entry: '1.7' };
    expect(wayTo({ name: 'history' }, entry, 1)).toEqual({ replace: false, depth: 2, back: 0 });
    expect(wayTo(entry, { name: 'history' }, 2)).toEqual({ replace: true, depth: 1, back: 1 });
    expect(wayTo(entry, { name: 'history', entry: '1.6' }, 2)).toEqual({ replace: true, depth: 2, back: 0 });
    expect(wayTo(structure, field, 1)).toEqual({ replace: false, depth: 2, back: 0 });
    expect(wayTo(structure, field, 0)).toEqual({ replace: false, depth: 0, back: 0 });
    expect(wayTo(field, structure, 2)).toEqual({ replace: true, depth: 1, back: 1 });
    expect(wayTo(field, structure, 0)).toEqual({ replace: true, depth: 0, back: 0 });
    expect(wayTo(field, null, 2)).toEqual({ replace: true, depth: 0, back: 2 });
  });

  it('says how deep it is, where it was opened here', () => {
    expect([{ opened: 2 }, { opened: 'x' }, null, 'state', {}].map(depthOf)).toEqual([2, 0, 0, 0, 0]);
  });
});
