import { describe, expect, it } from 'vitest';
import type { Data, RowRule } from './model.ts';
import type { FieldOf } from './rows.ts';
import { messages as en } from './texts/en.ts';
import { messages as es } from './texts/es.ts';
import { messages as pt } from './texts/pt.ts';
import { ruledTables, tableSaid, type Words } from './words.ts';

const field = (id: string, name: string, type: string, props: object = {}): FieldOf =>
  ({ id, name, type, props }) as unknown as FieldOf;
const fields = [
  field('owner', 'Owner', 'user'),
  field('salary', 'Salary', 'currency'),
  field('grade', 'Grade', 'number'),
  field('stage', 'Stage', 'select', { options: [{ id: 'o1', label: 'Won' }] }),
];
const people = [{ id: 'p1', name: 'Ana' }];
const staff = { id: 'staff', label: 'Staff' };
const wordsOf = (messages: object, language: string): Words => ({
  t: (key, values = {}) => {
    let found: unknown = messages;
    for (const part of key.split('.')) found = (found as Record<string, unknown>)[part];
    return Object.entries(values).reduce((text, [name, value]) => text.replace(`{{${name}}}`, value), found as string);
  },
  list: (items) => new Intl.ListFormat(language, { type: 'conjunction' }).format(items),
});
const languages = { en: wordsOf(en, 'en-GB'), pt: wordsOf(pt, 'pt'), es: wordsOf(es, 'es') };

type Rule = Exclude<Data['tables_enabled'][string], string>;
const dataOf = (rule: Omit<Rule, 'access'>): Data => ({
  admin: false,
  flags: {} as Data['flags'],
  tables_enabled: { '*': 'view', staff: { access: 'edit', ...rule } },
  tables_disabled: [],
  dashboards_enabled: {},
  dashboards_disabled: [],
  pages_enabled: {},
  pages_disabled: [],
  doc_pages_enabled: {},
  doc_pages_disabled: [],
});
const said = (rule: Omit<Rule, 'access'>, words = languages.en) =>
  tableSaid(dataOf(rule), staff, fields, people, words);
const mine: RowRule = { fieldId: 'owner', operator: 'equals', value: { currentUser: true } };

describe('what a role leaves out of a table, in plain words', () => {
  it('is the records, the fields that are hidden and those that are only read, in three languages', () => {
    const rule = { rows: { and: [mine] }, hidden_fields: ['salary'], read_only_fields: ['grade'] };
    expect(said(rule)).toBe(
      'In Staff they see only the records where Owner is current user, never see Salary and can’t change Grade.',
    );
    expect(said(rule, languages.pt)).toBe(
      'Em Staff, essas pessoas veem só os registros em que Owner é usuário atual, nunca veem Salary e não podem alterar Grade.',
    );
    expect(said(rule, languages.es)).toBe(
      'En Staff, estas personas ven solo los registros en los que Owner es usuario actual, nunca ven Salary y no pueden cambiar Grade.',
    );
  });
  it('says several conditions as they are joined, with the names of people and options', () => {
    const rows: RowRule = {
      or: [
        { fieldId: 'owner', operator: 'equals', value: 'p1' },
        { fieldId: 'stage', operator: 'equals', value: 'o1' },
      ],
    };
    expect(said({ rows })).toBe('In Staff they see only the records where Owner is Ana or Stage is Won.');
    expect(said({ rows: { and: [mine, { fieldId: 'grade', operator: 'greaterThan', value: 3 }] } })).toBe(
      'In Staff they see only the records where Owner is current user and Grade is more than 3.',
    );
  });
  it('says that a rule which is more than conditions was written by hand', () => {
    expect(said({ rows: { and: [{ or: [mine] }] } })).toBe(
      'In Staff they see only the records that a rule written by hand as JSON shows.',
    );
  });
  it('is nothing where nothing is left out, or only what is gone', () => {
    expect(said({ hidden_fields: ['gone'] })).toBeUndefined();
    const plain: Data = { ...dataOf({}), tables_enabled: { staff: 'view' } };
    expect(tableSaid(plain, staff, fields, people, languages.en)).toBeUndefined();
    expect(said({ hidden_fields: ['gone', 'salary', 'grade'] })).toBe('In Staff they never see Salary and Grade.');
  });
  it('is of the tables that are opened with rules', () => {
    const data = dataOf({ hidden_fields: ['salary'] });
    const other = { id: 'deals', label: 'Deals' };
    expect(ruledTables(data, [other, staff])).toEqual([staff]);
    expect(ruledTables({ ...data, tables_disabled: ['staff'] }, [other, staff])).toEqual([]);
  });
});
