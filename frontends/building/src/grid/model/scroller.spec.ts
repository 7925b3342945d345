import { describe, expect, it } from 'vitest';
import {
  elementHeight,
  mustSettle,
  resized,
  rowTop,
  type Scroller,
  scrolled,
  scrollerTo,
  settled,
  tallest,
  topToShow,
  visibleRows,
} from './scroller.ts';

const start = (rows: number, height = 48, viewport = 800): Scroller => ({
  content: rows * height,
  viewport,
  scrollTop: 0,
  top: 0,
});

describe('scrolling', () => {
  it('is plain scrolling while the rows fit into an element', () => {
    const scroller = scrolled(start(1000), 12_345);
    expect(scroller.top).toBe(12_345);
    expect(rowTop(scroller, 300, 48)).toBe(300 * 48);
  });

  it('moves a million rows pixel by pixel under the wheel', () => {
    let scroller = scrollerTo(start(1_000_000), 20_000_000);
    const before = scroller.top;
    for (let i = 0; i < 50; i++) scroller = scrolled(scroller, scroller.scrollTop + 120);
    expect(scroller.top - before).toBe(6000);
  });

  it('keeps rows at their element position while the wheel turns, so that the compositor moves them', () => {
    const scroller = scrollerTo(start(1_000_000), 20_000_000);
    const next = scrolled(scroller, scroller.scrollTop + 100);
    expect(rowTop(next, 416_700, 48)).toBe(rowTop(scroller, 416_700, 48));
  });

  it('scales a drag of the scroll bar over all rows', () => {
    const scroller = start(1_000_000);
    const end = elementHeight(scroller.content) - scroller.viewport;
    expect(scrolled(scroller, end).top).toBe(48_000_000 - 800);
    expect(scrolled(scroller, end / 2).top).toBeCloseTo((48_000_000 - 800) / 2, 0);
  });

  it('settles without moving the rows', () => {
    let scroller = scrollerTo(start(1_000_000), 30_000_000);
    for (let i = 0; i < 30; i++) scroller = scrolled(scroller, scroller.scrollTop - 500);
    const after = settled(scroller);
    expect(after.top).toBe(scroller.top);
    expect(rowTop(after, 624_900, 48) - after.scrollTop).toBe(rowTop(scroller, 624_900, 48) - scroller.scrollTop);
    expect(after.scrollTop).not.toBe(scroller.scrollTop);
  });

  it('asks to settle before the element ends while rows remain', () => {
    let scroller = scrollerTo(start(1_000_000), 60_000);
    let asked = false;
    for (let i = 0; i < 200 && scroller.top > 0; i++) {
      scroller = scrolled(scroller, Math.max(0, scroller.scrollTop - 400));
      if (mustSettle(scroller)) {
        asked = true;
        scroller = settled(scroller);
      }
    }
    expect(asked).toBe(true);
    expect(scroller.top).toBe(0);
  });

  it('reaches the last row by wheel', () => {
    let scroller = scrollerTo(start(1_000_000), 47_900_000);
    for (let i = 0; i < 2000; i++) {
      const most = tallest - 800;
      scroller = scrolled(scroller, Math.min(most, scroller.scrollTop + 300));
      if (mustSettle(scroller)) scroller = settled(scroller);
    }
    expect(scroller.top).toBe(48_000_000 - 800);
    expect(visibleRows(scroller, 48, 1_000_000, 0)[1]).toBe(999_999);
  });

  it('draws the rows in view with its overscan, within the table', () => {
    const scroller = scrolled(start(1000), 480);
    expect(visibleRows(scroller, 48, 1000, 0)).toEqual([10, 26]);
    expect(visibleRows(scroller, 48, 1000, 20)).toEqual([0, 46]);
    expect(visibleRows(start(3), 48, 3, 5)).toEqual([0, 2]);
    expect(visibleRows(start(0), 48, 0, 5)).toEqual([0, -1]);
  });

  it('shows a row with the least movement', () => {
    const scroller = scrolled(start(1000), 480);
    expect(topToShow(scroller, 12, 48)).toBe(480);
    expect(topToShow(scroller, 5, 48)).toBe(240);
    expect(topToShow(scroller, 40, 48)).toBe(41 * 48 - 800);
  });

  it('keeps the rows in place when the table grows past what one element holds', () => {
    const scroller = scrolled(start(1000), 480);
    const grown = resized(scroller, 1_000_000 * 48, 800);
    expect(grown.top).toBe(480);
    expect(resized(grown, 10 * 48, 800).top).toBe(0);
  });
});
