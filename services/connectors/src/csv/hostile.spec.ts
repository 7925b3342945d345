import { growth, hostileTexts, stretch } from '@tessera/fields/hostile';
import { describe, expect, it } from 'vitest';
import { previewRows, type ConvertPlan } from './convert.ts';
import { detectDelimiter, findHeader, looksLikeTotals } from './layout.ts';
import { columnNames } from './names.ts';
import { newlineOf } from './reader.ts';
import { cutRows } from './rows.ts';

const short = hostileTexts(20_000);
const long = hostileTexts(20_000 * stretch);
const slow = (call: (text: string) => unknown): string[] =>
  short.flatMap((text, i) => {
    const found = growth(call, text, long[i]!);
    return found < 3 ? [] : [`${found.toFixed(1)} times for ${JSON.stringify(text.slice(0, 24))}`];
  });

const planFor = (type: string): ConvertPlan => ({
  dialect: { delimiter: ',', encoding: 'utf-8', plainQuotes: false },
  headerRow: 0,
  rows: 1,
  timezone: 'UTC',
  columns: [
    {
      index: 0,
      fieldId: 'f',
      generation: 1,
      type,
      props: {},
      decimal: ',',
      dayFirst: true,
      serialDates: true,
      replacements: [],
    },
  ],
});

describe('at twice the length of a hostile cell it takes less than three times as long', { timeout: 120_000 }, () => {
  it.each(['singleLineText', 'text', 'number', 'dateTime', 'email', 'phone', 'link'])('to preview it as %s', (type) =>
    expect(slow((text) => previewRows([[text]], planFor(type), () => undefined))).toEqual([]),
  );

  it('to find the header and its names, and a row of totals', () => {
    expect(
      slow((text) => {
        findHeader([[text, 'b'], [text]]);
        columnNames([text, text], 2);
        looksLikeTotals([text, '1']);
      }),
    ).toEqual([]);
  });

  it('to cut it into rows, under every delimiter', () => {
    const marks = ['" ', '"\t', '"\u00a0', '"\r', '" x', '",', '"\n'];
    const textsOf = (length: number): readonly string[] => [
      ...hostileTexts(length),
      ...marks.flatMap((mark) => {
        const run = mark.repeat(length / mark.length);
        return [`"a${run}`, `"a${run}${' '.repeat(length)},`, `a,"a${run}"\n`];
      }),
    ];
    const full = textsOf(20_000 * stretch);
    const found = textsOf(20_000).flatMap((text, i) => {
      const times = growth(
        (input: string) => {
          cutRows(input, { delimiter: ',', newline: newlineOf(input), plainQuotes: false }, true);
          detectDelimiter(input);
        },
        text,
        full[i]!,
      );
      return times < 3 ? [] : [`${times.toFixed(1)} times for ${JSON.stringify(text.slice(0, 24))}`];
    });
    expect(found).toEqual([]);
  });
});
