import type { Program, Step } from '@tessera/proto/automations';
import { describe, expect, it } from 'vitest';
import { madeProgram, portableProgram } from './programs.ts';

const id = (place: number): string => String(place).padStart(26, '0');
const [orders, stage, won, owner, board] = [id(1), id(2), id(3), id(4), id(5)];
const [elsewhere, person] = [id(8), id(9)];
const known = new Map([
  [orders, '@orders'],
  [stage, '@orders.stage'],
  [won, '@orders.stage.won'],
  [owner, '@orders.Orders of it'],
  [board, '@orders/0'],
]);
const back = (reference: string): string | undefined =>
  [...known].find(([, one]) => one === reference)?.[0].replace(/^0/, '7');
const step = (type: string, config: Step['config'], rest: Partial<Step> = {}): Step => ({
  id: 'one',
  type,
  config,
  ...rest,
});
const program = (...steps: readonly Step[]): Program => ({
  trigger: {
    type: 'record_matches',
    config: { tableId: orders, filter: { fieldId: stage, operator: 'is', value: won } },
  },
  steps,
});
const only = (one: Step): Step | undefined => portableProgram(program(one), known)?.steps[0];

describe('an automation within a template', () => {
  it('has references in the place of ids, and ids of their own in the place of these', () => {
    const inside = step('update_record', {
      tableId: orders,
      recordId: { ref: 'trigger.record.id' },
      values: { [stage]: won, [owner]: [{ ref: `trigger.record.${owner}` }, '@home'] },
    });
    const whole = program(
      step('condition', { if: { left: { ref: `trigger.record.${stage}` }, operator: 'filled' } }, { else: [inside] }),
    );
    const left = portableProgram(whole, known)!;
    expect(JSON.stringify(left)).not.toMatch(/[0-9a-z]{26}/);
    expect(left.trigger.config).toEqual({
      tableId: '@orders',
      filter: { fieldId: '@orders.stage', operator: 'is', value: '@orders.stage.won' },
    });
    expect(left.steps[0]!.else![0]!.config).toEqual({
      tableId: '@orders',
      recordId: { ref: 'trigger.record.id' },
      values: {
        '@orders.stage': '@orders.stage.won',
        '@orders.Orders of it': [{ ref: 'trigger.record.{@orders.Orders of it}' }, '@@home'],
      },
    });
    expect(madeProgram(left, back)).toEqual(
      JSON.parse(
        JSON.stringify(whole)
          .replaceAll(/"0(\d{25})"/g, '"7$1"')
          .replaceAll(/record\.0(\d{25})/g, 'record.7$1'),
      ),
    );
    expect(() => madeProgram(left, () => undefined)).toThrow('is no part of the template');
  });
  it('leaves people, functions, addresses and what is sent there behind', () => {
    expect(only(step('notify', { people: [person, { ref: `trigger.record.${owner}` }], text: 'Won' }))!.config).toEqual(
      {
        people: [{ ref: 'trigger.record.{@orders.Orders of it}' }],
        text: 'Won',
      },
    );
    expect(only(step('notify', { people: person, text: 'Won' }))!.config).toEqual({ text: 'Won' });
    const sent = { method: 'POST', url: 'https://a.example/x', headers: { authorization: 'Bearer s' }, body: 's' };
    expect(only(step('http_request', sent))!.config).toEqual({ method: 'POST' });
    expect(only(step('run_function', { functionId: id(7), input: { key: 's' } }))!.config).toEqual({});
    const values = { [stage]: won, [owner]: person, [id(6)]: 'of a field that stays' };
    expect(only(step('create_record', { tableId: orders, values }))!.config['values']).toEqual({
      '@orders.stage': '@orders.stage.won',
    });
  });
  it('stays behind whole where it would do something else', () => {
    const filter = { fieldId: elsewhere, operator: 'is', value: 1 };
    expect(only(step('find_records', { tableId: orders, filter }))).toBeUndefined();
    expect(only(step('delete_record', { tableId: orders, recordId: id(6) }))).toBeUndefined();
    expect(only(step('create_record', { tableId: elsewhere, values: {} }))).toBeUndefined();
    expect(only(step('set', { values: { x: { ref: `trigger.record.${elsewhere}` } } }))).toBeUndefined();
    const form = (formId: string): Program => ({
      trigger: { type: 'form_answered', config: { tableId: orders, formId } },
      steps: [],
    });
    expect(portableProgram(form(board), known)?.trigger.config).toEqual({ tableId: '@orders', formId: '@orders/0' });
    expect(portableProgram(form(elsewhere), known)).toBeUndefined();
  });
  it('keeps what its steps are called', () => {
    const called = step('set', { values: { x: { ref: `steps.${person}.count` } } });
    expect(only(called)!.config).toEqual(called.config);
  });
});
