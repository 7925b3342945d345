import { describe, expect, it } from 'vitest';
import { matching, typeAhead, typedOn } from './search.ts';

const named = (...labels: string[]) => labels.map((label) => ({ label }));
const cities = named('Lima', 'Oslo', 'Porto', 'Ottawa', 'Évora');

describe('a searched list', () => {
  it('has what begins with the search first, whatever the case and accents', () => {
    expect(matching(cities, 'o').map((one) => one.label)).toEqual(['Oslo', 'Ottawa', 'Porto', 'Évora']);
    expect(matching(cities, ' EVO ').map((one) => one.label)).toEqual(['Évora']);
    expect(matching(cities, ' ')).toBe(cities);
    const units = [{ label: 'mW' }, { label: 'MW' }, { label: 'MWh' }];
    expect(matching(units, 'MW').map((one) => one.label)).toEqual(['MW', 'mW', 'MWh']);
    expect(matching(units, 'mw').map((one) => one.label)).toEqual(['mW', 'MW', 'MWh']);
  });
});

describe('a letter in a list without search', () => {
  it('goes to the next entry that begins so, and on with the same letter', () => {
    expect(typeAhead(cities, 'o', 0)).toBe(1);
    expect(typeAhead(cities, 'o', 1)).toBe(3);
    expect(typeAhead(cities, 'oo', 3)).toBe(1);
    expect(typeAhead(cities, 'e', -1)).toBe(4);
  });
  it('narrows with more letters, and stays where it still fits', () => {
    expect(typeAhead(cities, 'ot', 1)).toBe(3);
    expect(typeAhead(cities, 'os', 1)).toBe(1);
    expect(typeAhead(named('Bee', 'Aachen', 'Aalen'), 'aa', 2)).toBe(2);
  });
  it('finds nothing where nothing begins so, and passes over what cannot be chosen', () => {
    expect(typeAhead(cities, 'x', 0)).toBe(-1);
    expect(typeAhead(cities, 'ox', 0)).toBe(-1);
    expect(typeAhead([], 'o', 0)).toBe(-1);
    expect(typeAhead([{ label: 'Oslo', disabled: true }, { label: 'Ottawa' }], 'o', -1)).toBe(1);
  });
  it('is forgotten after a pause', () => {
    expect(typedOn({ text: 'o', at: 1000 }, 'T', 1500)).toEqual({ text: 'ot', at: 1500 });
    expect(typedOn({ text: 'o', at: 1000 }, 't', 1701)).toEqual({ text: 't', at: 1701 });
  });
});
