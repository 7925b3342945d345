import { describe, expect, it } from 'vitest';
import { leadsBack, panelOf, type TablePanel, withPanel } from './panel-address.ts';

const panels: readonly TablePanel[] = [
  { name: 'structure' },
  { name: 'history' },
  { name: 'deleted' },
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

  it('goes back to where it was opened from', () => {
    const field: TablePanel = { name: 'field', fieldId: 'f1', from: 'structure' };
    expect(leadsBack(field, { name: 'structure' })).toBe(true);
    expect(leadsBack(field, null)).toBe(true);
    expect(leadsBack({ name: 'structure' }, field)).toBe(false);
    expect(leadsBack({ name: 'history' }, { name: 'structure' })).toBe(false);
    expect(leadsBack(null, null)).toBe(false);
  });
});
