import { describe, expect, it } from 'vitest';
import { columnsOf, isPlain, type Tool, tools, toolsOf, type Way, wayOf, ways } from './layout.ts';

describe('how a record is laid out', () => {
  it.each<readonly [Way, number, readonly Tool[], readonly (readonly Tool[])[], readonly Tool[]]>([
    ['side_panel', 1440, tools, [], tools],
    ['modal_compact', 1440, tools, [], tools],
    ['modal_wide', 1440, tools, [['comments', 'history']], ['more']],
    ['full_screen', 1440, tools, [['comments', 'history']], ['more']],
    ['3_cols', 1440, tools, [['comments', 'history'], ['more']], []],
    ['4_cols', 1440, tools, [['comments'], ['history'], ['more']], []],
    // Narrow areas take columns away.
    ['4_cols', 1020, tools, [['comments'], ['history'], ['more']], []],
    ['4_cols', 1019, tools, [['comments', 'history']], ['more']],
    ['3_cols', 680, tools, [['comments', 'history']], ['more']],
    ['4_cols', 679, tools, [], tools],
    // So do hidden tools.
    ['4_cols', 1440, ['comments', 'history'], [['comments'], ['history']], []],
    ['3_cols', 1440, ['comments', 'history'], [['comments'], ['history']], []],
    ['4_cols', 1440, ['more'], [['more']], []],
    ['3_cols', 1440, ['more'], [['more']], []],
    ['full_screen', 1440, ['more'], [['more']], []],
    ['full_screen', 1440, ['history', 'more'], [['history']], ['more']],
    ['4_cols', 1440, [], [], []],
  ])('%s of %i px', (way, width, shown, aside, below) => {
    expect(columnsOf(way, width, shown)).toEqual({ aside, below });
  });

  it('shows each tool once, wherever there is room', () => {
    const some = [tools, ['comments'], ['history'], ['more'], ['comments', 'more'], []] as readonly Tool[][];
    for (const way of ways)
      for (const shown of some)
        for (const width of [320, 679, 680, 1019, 1020, 2560]) {
          const { aside, below } = columnsOf(way, width, shown);
          expect([...aside.flat(), ...below].toSorted()).toEqual(shown.toSorted());
          expect(aside.length).toBeLessThanOrEqual(way === '4_cols' ? 3 : way === '3_cols' ? 2 : 1);
        }
  });

  it('opens as the form says, and as each plan has it where the feature is not there', () => {
    expect(ways.map((way) => wayOf({ open_as: way }))).toEqual(ways);
    expect(ways.map((way) => wayOf({ open_as: way }, false))).toEqual([
      'side_panel',
      'modal_compact',
      'modal_compact',
      'side_panel',
      'side_panel',
      'side_panel',
    ]);
    expect(ways.filter(isPlain)).toEqual(['side_panel', 'modal_compact']);
    expect([wayOf(null), wayOf({})]).toEqual(['side_panel', 'side_panel']);
  });

  it('shows all tools where nothing is said of them', () => {
    expect(toolsOf(null)).toEqual(tools);
    expect(toolsOf({ tools: ['more', 'comments'] })).toEqual(['comments', 'more']);
    expect(toolsOf({ tools: [] })).toEqual([]);
  });
});
