import { describe, expect, it } from 'vitest';
import { isOpen, linkAggregate, sharingAggregate, type Link } from './evolve.ts';

const link: Link = {
  id: 'l',
  type: 'form',
  tableId: 't',
  viewId: 'l',
  active: true,
  title: '',
  fieldIds: ['a'],
  canWrite: true,
  passwordId: '',
  expiresAt: 0,
  answerLimit: 0,
  showBrand: true,
  hosts: [],
  indexed: false,
  oneAnswer: false,
  receipts: false,
  changeable: false,
  blocks: [],
  showTitle: true,
  showTopBar: false,
};
const context = { time: 1, actorId: 'ada' } as Parameters<typeof linkAggregate.evolve>[2];

describe('a public link', () => {
  it.each([
    ['as it was made', link, false, true],
    ['turned off', { ...link, active: false }, false, false],
    ['before its end', { ...link, expiresAt: 101 }, false, true],
    ['at its end', { ...link, expiresAt: 100 }, false, false],
    ['while all are off', link, true, false],
  ])('%s lets strangers in or not', (_what, one, off, open) => {
    expect(isOpen(one, { off }, 100)).toBe(open);
  });
  it('is as its last change says, also where that is folded twice', () => {
    const made = linkAggregate.evolve(undefined, { $case: 'linkCreated', value: { link } }, context);
    expect(made).toEqual({ ...link, by: 'ada' });
    const change = { $case: 'linkChanged', value: { link: { ...link, title: 'Hi' }, before: link } } as const;
    const once = linkAggregate.evolve(made, change, context);
    expect(linkAggregate.evolve(once, change, context)).toEqual(once);
    expect(once).toMatchObject({ title: 'Hi', by: 'ada' });
  });
  it('is told with who opened it to strangers last', () => {
    const made = linkAggregate.evolve(undefined, { $case: 'linkCreated', value: { link } }, context);
    const shut = { ...link, active: false };
    const by = { ...context, actorId: 'bo' };
    const off = linkAggregate.evolve(made, { $case: 'linkChanged', value: { link: shut, before: link } }, by);
    expect(off?.by).toBe('ada');
    expect(linkAggregate.evolve(off, { $case: 'linkChanged', value: { link, before: shut } }, by)?.by).toBe('bo');
  });
  it('follows the switch of the organization', () => {
    const off = sharingAggregate.evolve(
      { off: false },
      { $case: 'linksSwitched', value: { off: true, before: false } },
      context,
    );
    expect(off).toEqual({ off: true });
  });
});
