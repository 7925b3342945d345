import { describe, expect, it } from 'vitest';
import { staysOf, timeIn, type Life, type Move } from './fold.ts';

const life: Life = { id: 'r', createdAt: 100, createdBy: 'ada' };
const move = (at: number, from: string | null, to: string | null, by = 'mel'): Move => ({
  id: `m${at}`,
  at,
  by,
  from,
  to,
});
const told = (moves: readonly Move[], now: string | null, of: Life = life) =>
  staysOf(of, 'f', moves, now).map((stay) => [stay.option, stay.startedAt, stay.finishedAt]);

describe('stays of a record', () => {
  it('begin with the record where it was created with a value', () => {
    expect(staysOf(life, 'f', [], 'lead')).toEqual([
      { id: 'r-f', option: 'lead', startedAt: 100, startedBy: 'ada', finishedAt: null, finishedBy: null },
    ]);
    expect(staysOf(life, 'f', [], null)).toEqual([]);
  });
  it('end with a change, by whom it was made, and the next begins', () => {
    expect(staysOf(life, 'f', [move(150, 'lead', 'won')], 'won')).toEqual([
      { id: 'r-f', option: 'lead', startedAt: 100, startedBy: 'ada', finishedAt: 150, finishedBy: 'mel' },
      { id: 'm150', option: 'won', startedAt: 150, startedBy: 'mel', finishedAt: null, finishedBy: null },
    ]);
  });
  it('begin later where the record had no value, and end where it is cleared', () => {
    expect(told([move(150, null, 'lead'), move(170, 'lead', null)], null)).toEqual([['lead', 150, 170]]);
    expect(told([move(150, 'lead', null), move(170, null, 'lead')], 'lead')).toEqual([
      ['lead', 100, 150],
      ['lead', 170, null],
    ]);
  });
  it('an undo is a stay of its own: what was before goes on from then', () => {
    expect(told([move(150, 'lead', 'won'), move(160, 'won', 'lead')], 'lead')).toEqual([
      ['lead', 100, 150],
      ['won', 150, 160],
      ['lead', 160, null],
    ]);
  });
  it('end in the trash, and go on when the record is restored', () => {
    const moves = [move(150, 'lead', 'won')];
    const ended = { at: 200, by: 'kim' };
    expect(staysOf({ ...life, ended }, 'f', moves, 'won').at(-1)).toMatchObject({ finishedAt: 200, finishedBy: 'kim' });
    expect(told(moves, 'won')).toEqual([
      ['lead', 100, 150],
      ['won', 150, null],
    ]);
    expect(told([move(150, 'lead', null)], null, { ...life, ended })).toEqual([['lead', 100, 150]]);
  });
  it('a move to the same option is none', () => {
    expect(told([move(150, null, 'won'), move(160, null, 'won')], 'won')).toEqual([['won', 150, null]]);
  });
  it('several changes at one moment are taken in their order', () => {
    expect(told([move(100, 'lead', 'won'), move(100, 'won', 'lost')], 'lost')).toEqual([
      ['lead', 100, 100],
      ['won', 100, 100],
      ['lost', 100, null],
    ]);
  });
});

it('the time in an option is the sum of its stays, the running one up to now', () => {
  const stays = staysOf(life, 'f', [move(150, 'lead', 'won'), move(160, 'won', 'lead')], 'lead');
  expect(timeIn(stays, 'lead', 200)).toBe(90);
  expect(timeIn(stays, 'won', 200)).toBe(10);
  expect(timeIn(stays, 'lost', 200)).toBe(0);
  // A clock that is behind takes nothing away.
  expect(timeIn(stays, 'lead', 120)).toBe(50);
});
