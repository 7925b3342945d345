import { everyVariant } from '@tessera/kernel/testing';
import { describe, expect, it } from 'vitest';
import {
  compileFormula,
  decimalOf,
  Failure,
  functions,
  textOf,
  type FormulaContext,
  type FormulaField,
  type FormulaType,
  type Value,
} from './index.ts';
import { generateFormula, naiveAnswer } from './testing.ts';

const context: FormulaContext = {
  now: Date.parse('2026-11-23T02:00:00Z'),
  timezone: 'America/Sao_Paulo',
  locale: 'en',
  recordId: 'r1',
  budget: { left: Number.POSITIVE_INFINITY },
};
type Row = Readonly<Record<string, Value>>;
const field = (name: string, type: FormulaType): FormulaField<Row> => ({
  id: `id_${name}`,
  name,
  type,
  read: (row) => row[name] ?? null,
});
const fields = [
  field('Price', 'number'),
  field('Quantity', 'number'),
  field('Name', 'text'),
  field('Due date', 'date'),
  field('Begun', 'dateTime'),
  field('Done', 'boolean'),
  field('Tags', 'text[]'),
  field('Scores', 'number[]'),
  { id: 'id_Owner', name: 'Owner', type: undefined, read: () => null } satisfies FormulaField<Row>,
];
const row: Row = {
  Price: decimalOf('19.99'),
  Quantity: decimalOf('3'),
  Name: 'Ana 👩‍👧 Souza',
  'Due date': '2026-11-30',
  Begun: Date.parse('2026-11-20T12:30:00Z'),
  Done: true,
  Tags: ['red', 'blue', 'red'],
  Scores: [decimalOf('1.5'), decimalOf('2')],
};
/** The answer as text, with the code of an error after #; the first problem where the formula is wrong. */
const answer = (formula: string, over: Row = row): string => {
  const compiled = compileFormula(formula, fields);
  if ('problems' in compiled) {
    const [{ from, to, message }] = compiled.problems as [(typeof compiled.problems)[number]];
    return `${from}-${to} ${message}`;
  }
  const value = compiled.formula.compute(over, context);
  return value instanceof Failure ? `#${value.code}` : textOf(value, compiled.formula.type, context);
};

describe('formulas', () => {
  it.each([...functions].map(([name, { example }]) => [name, ...example] as const))(
    '%s: %s is %s',
    (_, formula, expected) => {
      expect(answer(formula)).toBe(expected);
    },
  );

  it.each([
    // numbers, exactly
    ['0.1 + 0.2', '0.3'],
    ['{Price} * {Quantity}', '59.97'],
    ['Price * Quantity', '59.97'],
    ['{price} * 2', '39.98'],
    ['2 + 3 * 4 - -1', '15'],
    ['(2 + 3) * 4', '20'],
    ['1 / 3', '0.33333333333333333333'],
    ['1 / 8', '0.125'],
    ['-1 / 3 < 0', 'true'],
    ['99999999999999999999 * 99999999999999999999', '9999999999999999999800000000000000000001'],
    ['POWER(10, 41)', '#number_too_large'],
    ['POWER(2, 0.5)', '1.4142135623731'],
    ['POWER(2, -2)', '0.25'],
    ['POWER(0, -1)', '#division_by_zero'],
    ['{Price} / 0', '#division_by_zero'],
    ['IFERROR({Price} / 0, -1)', '-1'],
    ['ISERROR(SQRT(-1))', 'true'],
    ['ROUND(-2.5)', '-3'],
    ['ROUND(1234.5, -2)', '1200'],
    ['ROUND(1.5, 99)', '#out_of_range'],
    ['CEILING(-7, 5)', '-5'],
    ['FLOOR(-7, 5)', '-10'],
    ['CEILING(1.01, 0.25)', '1.25'],
    ['MOD(7, -3)', '-2'],
    ['SUM({Scores}, 1)', '4.5'],
    ['AVERAGE({Scores})', '1.75'],
    ['MAX({Scores}, {Price})', '19.99'],
    ['COUNT({Scores}, "a", 1)', '3'],
    ['VALUE("12,5")', '#not_a_number'],
    // texts
    ['"a" & 1.50 & TRUE', 'a1.5true'],
    ['"it\'s " + \'"so"\'', 'it\'s "so"'],
    ['"a\\n\\"b\\""', 'a\n"b"'],
    ['LEFT({Name}, 5)', 'Ana 👩'],
    ['LEN("👍a")', '2'],
    ['{Tags}', 'red, blue, red'],
    ['ARRAYJOIN(ARRAYUNIQUE({Tags}), "/")', 'red/blue'],
    ['COUNTA({Tags})', '3'],
    ['FIND("a", "banana", 3)', '4'],
    ['FIND("x", "banana")', '0'],
    ['SEARCH("x", "banana")', ''],
    ['SUBSTITUTE("a-b-c", "-", "+", 2)', 'a-b+c'],
    ['REPT("x", 200000)', '#too_long'],
    ['REGEX_EXTRACT("Order 77 of 80", "([0-9]+) of")', '77'],
    ['REGEX_REPLACE("a1b2", "([a-z])([0-9])", "$2$1")', '1a2b'],
    ['REGEX_MATCH("a", "(")', '#bad_pattern'],
    ['REGEX_MATCH("aa", "(a)\\\\1")', '#bad_pattern'],
    // blanks
    ['{Price} + 1', '1', {}],
    ['{Price} * {Quantity}', '', {}],
    ['{Price} * 2', '0', {}],
    ['-{Price}', '', {}],
    ['{Name} & "!"', '!', {}],
    ['IF({Name}, "yes", "no")', 'no', {}],
    ['{Name} = ""', 'true', {}],
    ['{Price} = BLANK()', 'true', {}],
    ['{Price} = 0', 'false', {}],
    ['{Price} < 1', 'false', {}],
    ['SUM({Price}, 2)', '2', {}],
    ['AVERAGE({Price})', '', {}],
    ['ROUND({Price}, 1)', '', {}],
    ['DATEADD({Due date}, 1, "day")', '', {}],
    ['ISBLANK({Name})', 'true', {}],
    // conditions
    ['IF({Done}, 5, "")', '5'],
    ['IF({Quantity} > 2, "bulk", IF({Quantity}, "few", "none"))', 'bulk'],
    ['IFS({Quantity} > 5, "many", {Quantity} > 2, "some")', 'some'],
    ['SWITCH({Quantity}, 1, "one", 3, "three", "more")', 'three'],
    ['SWITCH({Quantity}, 1, "one")', ''],
    ['AND({Done}, {Quantity} = 3, {Name})', 'true'],
    ['IF(TRUE, 1, 1 / 0)', '1'],
    ['IF({Done}, {Due date}, NOW())', '2026-11-30 00:00'],
    // dates, by the clocks of the zone
    ['TODAY()', '2026-11-22'],
    ['{Begun}', '2026-11-20 09:30'],
    ['{Due date}', '2026-11-30'],
    ['DATEADD({Begun}, 90, "minutes")', '2026-11-20 11:00'],
    ['DATEADD({Due date}, 1, "month")', '2026-12-30'],
    ['DATEADD({Due date}, 12, "hours")', '2026-11-30 12:00'],
    ['DATEADD({Due date}, 999999999, "days")', '#no_such_date'],
    ['DATEADD({Due date}, 1, "parsecs")', '#out_of_range'],
    ['DATETIME_DIFF({Due date}, {Begun}, "days")', '9'],
    ['DATETIME_DIFF({Begun}, {Due date}, "months")', '0'],
    ['DATETIME_DIFF(DATE(2026, 3, 30), DATE(2026, 1, 31), "months")', '1'],
    ['IS_BEFORE({Begun}, {Due date})', 'true'],
    ['{Begun} < {Due date}', 'true'],
    ['NOW() - {Begun}', '61:30'],
    ['({Due date} - DATE(2026, 11, 28)) / 2', '24:00'],
    ['WEEKDAY({Due date}, "Monday")', '0'],
    ['WORKDAY({Due date}, -1)', '2026-11-27'],
    ['DATE(2026, 2, 29)', '#no_such_date'],
    ['DATETIME_FORMAT({Begun}, "dddd, D [of] MMMM YYYY h:mm A Z")', 'Friday, 20 of November 2026 9:30 AM -03:00'],
    ['DATETIME_FORMAT({Begun}, "HH:mm", "Asia/Tokyo")', '21:30'],
    ['DATETIME_FORMAT({Begun}, "HH:mm", "Mars/Base")', '#out_of_range'],
    ['DATETIME_PARSE("2026-11-23T10:00:00Z")', '2026-11-23 07:00'],
    ['DATETIME_PARSE("31/02/2026", "DD/MM/YYYY")', '#not_a_date'],
    ['RECORD_ID()', 'r1'],
  ] as const)('%s is %s', (formula, expected, over: Row = row) => {
    expect(answer(formula, over)).toBe(expected);
  });

  it.each([
    ['', '0-0 The formula is empty'],
    ['1 +', '3-3 The formula ends where a value is expected'],
    ['SUM(1, 2', '3-4 This ( has no closing )'],
    ['"abc', '0-4 This text has no closing "'],
    ['{Price', '0-6 This field has no closing }'],
    ['1 $ 2', '2-3 A formula cannot have $ here'],
    ['1 2', '2-3 An operator is expected before 2'],
    ['{Prize} * 2', '0-7 There is no field Prize'],
    ['{Owner} & ""', '0-7 A formula cannot use the field Owner'],
    ['SUMM(1)', '0-4 There is no function SUMM'],
    ['ROUND("a")', '6-9 ROUND expects a number here, this is a text. VALUE reads a number from a text'],
    ['ROUND()', '0-7 ROUND takes 1 to 2 values, here are 0'],
    ['YEAR("2026-01-01")', '5-17 YEAR expects a date here, this is a text. DATETIME_PARSE reads a date from a text'],
    ['1 + "a"', '0-7 + cannot put a number and a text together. & joins them as a text'],
    ['{Due date} + 1', '0-14 + cannot be used with a date and a number. DATEADD moves a date'],
    ['{Price} > {Name}', '0-16 > compares values of one kind: here are a number and a text'],
    [
      'IF({Done}, {Price}, {Name})',
      '20-26 IF answers one kind of value: this is a text, before it is a number. TEXT turns a value into a text',
    ],
    ['IFS({Done}, 1, {Done})', '0-22 IFS takes pairs of a condition and an answer'],
    [`${'('.repeat(65)}1${')'.repeat(65)}`, '64-65 A formula has at most 64 levels'],
    [`${'-'.repeat(65)}1`, '64-65 A formula has at most 64 levels'],
    ['constructor(1)', '0-11 There is no function CONSTRUCTOR'],
  ])('%s: %s', (formula, problem) => {
    expect(answer(formula)).toBe(problem);
  });

  it('names all problems, each at its place', () => {
    const compiled = compileFormula('{A} + ROUND("x") + FOO(1)', fields);
    expect('problems' in compiled && compiled.problems.map(({ code, from, to }) => [code, from, to])).toEqual([
      ['formula.unknown_field', 0, 3],
      ['formula.expects', 12, 15],
      ['formula.unknown_function', 19, 22],
    ]);
  });

  it('knows what it reads, by id as well as by name, and whether it moves', () => {
    const compiled = compileFormula('IF({id_Done}, {Price}, DATETIME_DIFF(NOW(), TODAY(), "days"))', fields);
    expect(
      'formula' in compiled && [[...compiled.formula.reads].toSorted(), compiled.formula.moving, compiled.formula.type],
    ).toEqual([['id_Done', 'id_Price'], 'minute', 'number']);
  });

  it('answers what the obvious evaluator answers, over generated formulas', () => {
    let seed = 20_261_123;
    const random = (): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed / 2 ** 32;
    };
    const own = [field('n1', 'number'), field('n2', 'number'), field('t1', 'text'), field('b1', 'boolean')];
    let failures = 0;
    for (let n = 0; n < 2000; n++) {
      const formula = generateFormula(random);
      const values = {
        n1: random() < 0.2 ? null : decimalOf(String(Math.round(random() * 1000) / 100)),
        n2: random() < 0.2 ? null : decimalOf(String(Math.round(random() * 10 - 5))),
        t1: random() < 0.2 ? null : 'é',
        b1: random() < 0.5,
      };
      const compiled = compileFormula(formula, own);
      if ('problems' in compiled) throw new Error(`${formula}: ${compiled.problems[0]?.message}`);
      const value = compiled.formula.compute(values, context);
      const told = value instanceof Failure ? '#' : textOf(value, compiled.formula.type, context);
      if (value instanceof Failure) failures += 1;
      // Beyond 30 places and 40 digits numbers are rounded or refused, which the obvious one does not do.
      const expected = naiveAnswer(formula, values);
      if (value instanceof Failure && value.code === 'number_too_large') expect(expected.length).toBeGreaterThan(40);
      else if (!/\.\d{30,}/.test(expected)) expect([formula, told]).toEqual([formula, expected]);
    }
    expect(failures).toBeGreaterThan(20);
  });

  it('stops where it has spent what it may, however often it searches long texts', () => {
    const compute = (formula: string, left: number): Value => {
      const compiled = compileFormula(formula, fields);
      if ('problems' in compiled) throw new Error(compiled.problems[0]?.message);
      return compiled.formula.compute({ Name: 'ab1 '.repeat(25_000) }, { ...context, budget: { left } });
    };
    const often = Array.from({ length: 240 }, () => 'LEN(REGEX_REPLACE({Name}, "b+", "x"))').join(' + ');
    const days = `${'WORKDAY('.repeat(60)}DATE(2026, 1, 1)${', 100000)'.repeat(60)}`;
    for (const formula of [often, days, Array.from({ length: 1400 }, () => '{Name}').join('&')])
      expect(compute(formula, 10_000_000)).toMatchObject({ code: expect.stringMatching(/^too_/) });
    expect(compute('LEN(REGEX_REPLACE({Name}, "b+", "x"))', 10_000_000)).not.toBeInstanceOf(Failure);
  });

  it.runIf(everyVariant)('takes no more than linear time for a hostile text', () => {
    const cost = (formula: string, over: Row): number => {
      const compiled = compileFormula(formula, fields);
      if ('problems' in compiled) throw new Error(compiled.problems[0]?.message);
      const begun = process.cpuUsage();
      compiled.formula.compute(over, context);
      const used = process.cpuUsage(begun);
      return used.user + used.system;
    };
    for (const formula of [
      'REGEX_MATCH({Name}, "(a+)+$")',
      'REGEX_REPLACE({Name}, "(a|aa)+b", "")',
      'REGEX_EXTRACT({Name}, "a*a*a*a*b")',
      'TRIM({Name})',
      'PROPER({Name})',
      'DATETIME_PARSE({Name})',
      'VALUE({Name})',
      'SUBSTITUTE({Name}, "aa", "b")',
    ]) {
      for (const text of ['a', ' ', "a'"]) {
        // At four times the length less than nine times the time; the square would be sixteen.
        const small = Math.max(2000, cost(formula, { Name: text.repeat(20_000 / text.length) }));
        expect(cost(formula, { Name: text.repeat(80_000 / text.length) }) / small, formula).toBeLessThan(9);
      }
    }
  });
});
