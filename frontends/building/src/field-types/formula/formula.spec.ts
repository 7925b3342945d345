import { aliases, compileFormula, functions as compiled } from '@tessera/formulas';
import { describe, expect, it } from 'vitest';
import { completionAt, insertionOf, nearest } from './complete.ts';
import described from './functions.json' with { type: 'json' };
import { callAt, fieldText, marksOf } from './marks.ts';
import { mistakeText, words } from './words.ts';

const names = { fields: ['Price', 'Win chance', 'Round trip'], functions: ['ROUND', 'ROUNDUP', 'SUM'] };
const languages = ['en', 'pt', 'es'] as const;

describe('what the editor says of functions', () => {
  it('is said of each function of the language, with its parameters and example, in three languages', () => {
    const listed: Readonly<Record<string, (typeof described)['ROUND']>> = described;
    expect(Object.keys(listed)).toEqual(expect.arrayContaining([...compiled.keys()]));
    for (const [name, { parameters, example, says }] of Object.entries(listed)) {
      const known = compiled.get(name);
      if (known !== undefined) {
        expect(says.en, name).toBe(known.says);
        expect(example, name).toEqual(known.example);
        expect(parameters, name).toEqual(
          known.parameters.map(({ name: own, optional, many }) => ({
            name: own,
            ...(optional && { optional }),
            ...(many && { many }),
          })),
        );
      }
      // Forms such as IF are no functions, but are called like ones.
      expect('formula' in compileFormula(example[0]!, []), name).toBe(true);
      for (const language of languages) {
        expect(says[language], name).not.toBe('');
        for (const parameter of parameters)
          if (language !== 'en') expect(words[language].parameters, name).toHaveProperty(parameter.name);
      }
    }
    expect(Object.values(aliases).every((name) => name in listed)).toBe(true);
  });

  it('is said of each mistake that the language tells', () => {
    const wrong = [
      '{Prize}',
      'ROUMD(1)',
      'ROUND("a")',
      '1 + "a"',
      '1 < "a"',
      'IF(1, 1, "a")',
      'ROUND()',
      'IFS(1)',
      '(1',
      '#',
      '1 1',
      '1 +',
      '',
    ];
    for (const formula of wrong) {
      const { problems } = compileFormula(formula, []) as { problems: Parameters<typeof mistakeText>[1][] };
      for (const problem of problems)
        for (const language of languages) {
          expect(words[language].mistakes, formula).toHaveProperty([problem.code]);
          expect(mistakeText(language, problem), formula).not.toMatch(/\{|undefined/);
        }
    }
  });
});

describe('the parts of a formula', () => {
  it('are found while it is typed', () => {
    expect(marksOf('ROUND({Price} * 2, "a')).toEqual([
      { from: 0, to: 5, kind: 'function', name: 'ROUND' },
      { from: 5, to: 6, kind: 'sign', name: '(' },
      { from: 6, to: 13, kind: 'field', name: 'Price' },
      { from: 14, to: 15, kind: 'sign', name: '*' },
      { from: 16, to: 17, kind: 'number' },
      { from: 17, to: 18, kind: 'sign', name: ',' },
      { from: 19, to: 21, kind: 'open' },
    ]);
    expect(marksOf(fieldText('a}b\\'))).toMatchObject([{ kind: 'field', name: 'a}b\\' }]);
  });

  it('tell in which value of which call a place is', () => {
    const text = 'ROUND(SUM(1, 2), 3)';
    expect(callAt(text, 6)).toEqual({ name: 'ROUND', argument: 0 });
    expect(callAt(text, 13)).toEqual({ name: 'SUM', argument: 1 });
    expect(callAt(text, 17)).toEqual({ name: 'ROUND', argument: 1 });
    expect(callAt(text, 19)).toBeUndefined();
  });
});

describe('what is completed', () => {
  const found = (text: string, always = false, at = text.length) =>
    completionAt(text, at, names, always)?.choices.map(({ name }) => name);

  it('is a field behind a bracket, and a field or function behind letters', () => {
    expect(found('{')).toEqual(names.fields);
    expect(found('{ch')).toEqual(['Win chance']);
    expect(found('1 + rou')).toEqual(['Round trip', 'ROUND', 'ROUNDUP']);
    expect(found('chan')).toEqual(['Win chance']);
  });
  it('is nothing in a text, in a field that is closed and behind a word that is written out', () => {
    expect(found('"rou')).toBeUndefined();
    expect(found('{Price}', false, 3)).toBeUndefined();
    expect(found('SUM')).toBeUndefined();
    expect(found('1 + ')).toBeUndefined();
    expect(found('1 + ', true)).toHaveLength(6);
  });
  it('goes in with its brackets, and the caret between them', () => {
    const rest = { rest: '', takes: true };
    expect(insertionOf({ kind: 'function', name: 'SUM' }, rest)).toEqual({ text: 'SUM()', caret: 4 });
    expect(insertionOf({ kind: 'function', name: 'SUM' }, { rest: '(1)', takes: true })).toEqual({
      text: 'SUM',
      caret: 4,
    });
    expect(insertionOf({ kind: 'function', name: 'NOW' }, { rest: '', takes: false })).toEqual({
      text: 'NOW()',
      caret: 5,
    });
    expect(insertionOf({ kind: 'field', name: 'Win chance' }, rest)).toEqual({ text: '{Win chance}', caret: 12 });
  });
  it('is guessed for a name that is not there', () => {
    expect(nearest(names.fields, 'Prize')).toBe('Price');
    expect(nearest(names.functions, 'roundup')).toBe('ROUNDUP');
    expect(nearest(names.fields, 'Customer')).toBeUndefined();
  });
});
