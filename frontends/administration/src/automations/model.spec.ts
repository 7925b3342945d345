/* oxlint-disable unicorn/no-thenable -- the lanes of a condition are called so on the wire */
import { issuesOf, stepTypes, type Program, type Step } from '@tessera/proto/automations';
import { describe, expect, it } from 'vitest';
import {
  addStep,
  changeStep,
  emptyStep,
  moveStep,
  newStepId,
  removeStep,
  sourcesFor,
  stepOf,
  withPart,
} from './model.ts';

const step = (id: string, type = 'set', more: Partial<Step> = {}): Step => ({ id, type, config: {}, ...more });
const ids = (steps: readonly Step[]): string =>
  steps
    .map(({ id, then, else: otherwise, each }) =>
      [id, ...[then, otherwise, each].flatMap((lane) => (lane === undefined ? [] : [`(${ids(lane)})`]))].join(''),
    )
    .join(' ');
const forked = [step('a'), step('c', 'condition', { then: [step('t')], else: [] }), step('z')];

describe('the steps of an automation', () => {
  it('are added where one points, with an id of their own', () => {
    expect(newStepId([step('set1')], 'set')).toBe('set2');
    expect(emptyStep([], 'http_request').id).toBe('httpRequest1');
    expect(ids([emptyStep([], 'condition')])).toBe('condition1()()');
    expect(ids(addStep(forked, { index: 1 }, step('n')))).toBe('a n c(t)() z');
    expect(ids(addStep(forked, { parent: 'c', lane: 'else', index: 0 }, step('n')))).toBe('a c(t)(n) z');
    expect(ids(addStep([], { index: 0 }, step('n')))).toBe('n');
  });
  it('are moved within their lane, changed and removed', () => {
    expect(ids(moveStep(forked, 'z', -1))).toBe('a z c(t)()');
    expect(ids(moveStep(forked, 'a', -1))).toBe('a c(t)() z');
    expect(ids(moveStep(forked, 't', 1))).toBe('a c(t)() z');
    expect(ids(removeStep(forked, 't'))).toBe('a c()() z');
    expect(ids(removeStep(forked, 'c'))).toBe('a z');
    expect(stepOf(changeStep(forked, 't', { seconds: 5 }), 't')?.config).toEqual({ seconds: 5 });
    expect(withPart({ a: 1, b: 2 }, 'a', '')).toEqual({ b: 2 });
    expect(withPart({ a: 1 }, 'b', false)).toEqual({ a: 1, b: false });
  });
  it('offer only what is known at them, and all of that can be published', () => {
    const fields = [{ id: 'name', name: 'Name', type: 'text' }];
    const steps = [
      step('find', 'find_records', { config: { tableId: 'deals' } }),
      step('loop', 'loop', {
        config: { over: { ref: 'steps.find.records' } },
        each: [step('make', 'create_record', { config: { tableId: 'deals' } })],
      }),
      step('call', 'http_request', { config: { method: 'GET', url: 'https://a.example' } }),
    ];
    const program: Program = { trigger: { type: 'record_created', config: { tableId: 'deals' } }, steps };
    const offered = (id: string) => sourcesFor(program, id, () => fields).map(({ ref }) => ref);
    expect(offered('find')).toEqual(['trigger.record.name', 'trigger.record.id', 'trigger.at']);
    expect(offered('make')).toEqual([
      'trigger.record.name',
      'trigger.record.id',
      'trigger.at',
      'steps.find.records',
      'steps.find.count',
      'steps.find.record.name',
      'steps.find.record.id',
      'steps.loop.item.name',
      'steps.loop.item.id',
      'steps.loop.item',
      'steps.loop.index',
    ]);
    expect(offered('trigger')).toEqual([]);
    const known = new Map([
      ['deals', [{ id: 'name', isReadOnly: false, isComputed: false, operators: [], isDate: false, isLinks: false }]],
    ]);
    for (const id of ['make', 'call'])
      for (const ref of offered(id)) {
        const config = {
          ...stepOf(steps, id)!.config,
          ...(id === 'make' ? { values: { name: { ref } } } : { body: { ref } }),
        };
        expect(issuesOf({ ...program, steps: changeStep(steps, id, config) }, known), ref).toEqual([]);
      }
  });
  it('offer what came last to an address, by its names', () => {
    const steps = [step('make', 'set')];
    const program: Program = { trigger: { type: 'webhook', config: {} }, steps };
    const offered = (content: unknown) => sourcesFor(program, 'make', () => [], content).map(({ ref }) => ref);
    expect(offered(null)).toEqual(['trigger.body', 'trigger.at']);
    expect(offered({ order: 1, 'a.b': 2 })).toEqual(['trigger.body', 'trigger.body.order', 'trigger.at']);
  });
  it('are of types that have words in three languages', async () => {
    const texts = await Promise.all([import('./texts/en.ts'), import('./texts/pt.ts'), import('./texts/es.ts')]);
    for (const { messages } of texts)
      for (const { id, config } of stepTypes) {
        expect(messages.automation.step).toHaveProperty(id);
        for (const part of Object.keys(config)) expect(messages.automation.part).toHaveProperty(part);
      }
  });
});
