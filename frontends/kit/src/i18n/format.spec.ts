import { describe, expect, it } from 'vitest';
import { createFormats, languageFor, localeFor } from './format.ts';
import { parseNumber } from './number.ts';

const now = Date.parse('2026-11-21T15:00:00Z');

describe('times', () => {
  const { ago } = createFormats('en-US', 'America/New_York');

  it('are near in words and far as dates', () => {
    expect(ago('2026-11-21T14:59:40Z', now)).toBe('Now');
    expect(ago('2026-11-21T14:48:00Z', now)).toBe('12 min ago');
    expect(ago('2026-11-21T12:00:00Z', now)).toBe('3 hr ago');
    expect(ago('2026-11-20T16:00:00Z', now)).toBe('Yesterday');
    expect(ago('2026-11-18T16:00:00Z', now)).toBe('Nov 18');
    expect(ago('2025-11-18T16:00:00Z', now)).toBe('Nov 18, 2025');
  });

  it('turn the day where the reader is', () => {
    expect(ago('2026-11-21T04:30:00Z', now)).toBe('Yesterday');
    expect(createFormats('en-US', 'UTC').ago('2026-11-21T04:30:00Z', now)).toBe('10 hr ago');
  });

  it('follow the language', () => {
    expect(createFormats('pt-BR', 'UTC').ago('2026-11-20T04:30:00Z', now)).toBe('Ontem');
    expect(createFormats('es', 'UTC').ago('2026-11-21T14:48:00Z', now)).toBe('hace 12 min');
  });
});

describe('the way from today', () => {
  const late = Date.parse('2026-11-21T23:30:00Z');
  const { fromToday } = createFormats('en-US', 'UTC');

  it('counts days, then months and years', () => {
    expect(fromToday('2026-12-18', late)).toBe('in 27 days');
    expect(fromToday('2026-11-21', late)).toBe('today');
    expect(fromToday('2026-11-20', late)).toBe('yesterday');
    expect(fromToday('2027-02-20', late)).toBe('in 3 months');
    expect(fromToday('2022-11-21', late)).toBe('4 years ago');
    expect(createFormats('pt-BR', 'UTC').fromToday('2026-11-22', late)).toBe('amanhã');
  });

  it('turns the day where the reader is', () => {
    expect(fromToday('2026-11-22T00:30:00Z', late)).toBe('tomorrow');
    expect(createFormats('en-US', 'America/New_York').fromToday('2026-11-22T00:30:00Z', late)).toBe('today');
    expect(createFormats('en-US', 'Asia/Tokyo').fromToday('2026-11-22', late)).toBe('today');
  });

  it('is empty for what is no date', () => {
    expect(fromToday('soon', late)).toBe('');
  });
});

describe('dates', () => {
  it('without a time are the same day in every zone', () => {
    for (const zone of ['America/Los_Angeles', 'UTC', 'Pacific/Auckland'])
      expect(createFormats('en-US', zone).date('2026-11-21')).toBe('Nov 21, 2026');
  });

  it('with a time are the day of the zone', () => {
    expect(createFormats('en-US', 'America/New_York').date('2026-11-21T03:00:00Z')).toBe('Nov 20, 2026');
  });
});

describe('numbers', () => {
  it('are written and read in the notation of the locale', () => {
    expect(createFormats('pt-BR', 'UTC').number(1234.5, 2)).toBe('1.234,50');
    expect(parseNumber('1.234,50', 'pt-BR')).toBe(1234.5);
    expect(parseNumber('1,234.50', 'en-US')).toBe(1234.5);
    expect(parseNumber('1 234,5', 'fr')).toBe(1234.5);
    expect(parseNumber('−7', 'en-US')).toBe(-7);
  });

  it('that are none are refused', () => {
    for (const text of ['', 'abc', '1.2.3', '12%', '1e5']) expect(parseNumber(text, 'en-US')).toBeUndefined();
  });

  it('of bytes name the unit that reads best', () => {
    const { bytes } = createFormats('en-US', 'UTC');
    expect(bytes(999)).toBe('999 bytes');
    expect(bytes(8_400_000)).toBe('8.4 MB');
    expect(bytes(52_000_000)).toBe('52 MB');
    // A limit of 1,024 MB is not more than it is.
    expect(bytes(2 ** 30)).toBe('1 GB');
  });
});

describe('the language', () => {
  it('is the first preferred one that the product speaks', () => {
    expect(languageFor(['de-DE', 'pt-PT', 'en'])).toBe('pt');
    expect(languageFor(['ja'])).toBe('en');
  });

  it('keeps the habits of the region that the browser names', () => {
    expect(localeFor('en', ['pt-BR', 'en-GB'])).toBe('en-GB');
    expect(localeFor('pt', ['en-GB'])).toBe('pt-BR');
  });
});
