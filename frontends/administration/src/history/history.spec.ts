import { describe, expect, it } from 'vitest';
import { everything, narrowing, startOfDay } from './history.resource.ts';
import { messages as en } from './texts/en.ts';
import { messages as es } from './texts/es.ts';
import { messages as pt } from './texts/pt.ts';
import { partsOf } from './words.ts';

/** The keys of all texts; forms of one for several counts as one. */
const keysOf = (texts: object, before = ''): readonly string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'object' ? keysOf(text as object, `${before}${key}.`) : [`${before}${key.replace(/_\w+$/, '')}`],
  );

describe('the history log in the browser', () => {
  it('says everything in three languages', () => {
    const wanted = [...new Set(keysOf(en))];
    for (const other of [pt, es]) expect([...new Set(keysOf(other))]).toEqual(wanted);
  });
  it('takes a sentence apart at its names', () => {
    expect(partsOf('changed \u0002Stage\u0003 on \u0002Renewal\u0003')).toEqual([
      { text: 'changed ' },
      { text: 'Stage', named: true },
      { text: ' on ' },
      { text: 'Renewal', named: true },
    ]);
    expect(partsOf('\u0002A\u0003')).toEqual([{ text: 'A', named: true }]);
    expect(partsOf('changed something')).toEqual([{ text: 'changed something' }]);
  });
  it('begins a day where the clocks of the organization do, on the days that they change as well', () => {
    expect(startOfDay('2026-11-24', 'UTC')).toBe('2026-11-24T00:00:00.000Z');
    expect(startOfDay('2026-11-24', 'America/Sao_Paulo')).toBe('2026-11-24T03:00:00.000Z');
    expect(startOfDay('2026-11-24', 'Asia/Kolkata', 1)).toBe('2026-11-24T18:30:00.000Z');
    expect(startOfDay('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z');
    expect(startOfDay('2026-03-29', 'Europe/Berlin', 1)).toBe('2026-03-29T22:00:00.000Z');
  });
  it('counts what narrows the list', () => {
    expect(narrowing(everything)).toBe(0);
    expect(narrowing({ ...everything, types: ['create'], table: 't', from: '2026-11-01', until: '2026-11-22' })).toBe(
      3,
    );
  });
});
