import { systemActor, systemOrganization, type CommandMeta } from '@tessera/kernel';
import { given } from '@tessera/kernel/testing';
import { describe, expect, it } from 'vitest';
import type { AppsEvent } from '../events.ts';
import { publishTemplate, reviewTemplate, withdrawTemplate } from './decide.ts';
import { ownTemplateAggregate, type OwnTemplate, type Published } from './evolve.ts';

const meta: CommandMeta = { actor: systemActor('apps', systemOrganization), origin: 'system' };
const asPerson: CommandMeta = {
  ...meta,
  actor: { ...meta.actor, kind: 'user', id: 'u', seat: 'builder', roleId: '1' },
};
const told = (actorId: string, time = 1) => ({ actorId, time }) as Parameters<typeof ownTemplateAggregate.evolve>[2];
const saved = (templateJson: string, publish: boolean): AppsEvent => ({
  $case: 'templateSaved',
  value: { templateId: 't', name: 'Desk', templateJson, beforeJson: '', publish, folderId: 'f' },
});
const reviewed = (approved: boolean, reason = ''): AppsEvent => ({
  $case: 'templateReviewed',
  value: { templateId: 't', name: 'Desk', approved, reason, userId: 'maren' },
});
const deleted: AppsEvent = { $case: 'templateDeleted', value: { templateId: 't', name: 'Desk', templateJson: '{}' } };
const after = (...events: readonly AppsEvent[]): OwnTemplate =>
  events.reduce<OwnTemplate | undefined>(
    (state, one, at) => ownTemplateAggregate.evolve(state, one, told(at === 0 ? 'maren' : 'bo')),
    undefined,
  )!;
const review = (state: OwnTemplate, command: Partial<Parameters<typeof reviewTemplate.decide>[0]>, by = meta) =>
  given<{ readonly version: number; readonly state: OwnTemplate | undefined }>(
    { version: 3, state },
    { meta: by },
  ).when(reviewTemplate, {
    templateId: 't',
    approved: true,
    reason: '',
    saves: state.saves,
    ...command,
  });

describe('a template under review', () => {
  it('waits anew with each save, and keeps its builder and what was approved before', () => {
    expect(after(saved('a', false))).toMatchObject({ review: 'none', published: false, builderId: 'maren', saves: 1 });
    expect(after(saved('a', true), reviewed(true))).toMatchObject({ review: 'approved', published: true });
    expect(after(saved('a', true), reviewed(true), saved('b', true))).toMatchObject({
      review: 'asked',
      published: true,
      builderId: 'maren',
      saves: 2,
    });
    expect(after(saved('a', true), reviewed(false, 'No'))).toMatchObject({ review: 'refused', reason: 'No' });
    expect(after(saved('a', true), reviewed(false, 'No'), saved('a', true))).toMatchObject({
      review: 'asked',
      reason: '',
    });
    // Whoever wants it there no more, or deletes it, has nothing of it there when it comes back.
    expect(after(saved('a', true), reviewed(true), saved('a', false))).toMatchObject({ published: false });
    expect(after(saved('a', true), reviewed(true), deleted, saved('a', true))).toMatchObject({
      review: 'asked',
      published: false,
      deleted: false,
    });
  });
  it('is said of by the installation alone, and of the save that was looked at', () => {
    const waiting = after(saved('a', true));
    expect(review(waiting, {}).events()).toMatchObject([
      { $case: 'templateReviewed', value: { approved: true, userId: 'maren', name: 'Desk' } },
    ]);
    expect(review(waiting, {}, asPerson).rejection().code).toBe('forbidden');
    expect(review(waiting, { saves: 2 }).rejection().code).toBe('templates.saved_since');
    expect(review(after(saved('a', false)), {}).rejection().code).toBe('template_not_found');
    expect(review(after(saved('a', true), deleted), {}).rejection().code).toBe('template_not_found');
    expect(review(after(saved('a', true), reviewed(true)), {}).events()).toEqual([]);
    expect(review(after(saved('a', true), reviewed(false, 'No')), { approved: false, reason: 'No' }).events()).toEqual(
      [],
    );
    expect(review(after(saved('a', true), reviewed(false, 'No')), {}).events()).toHaveLength(1);
  });
  it('is put into the gallery once, and taken out once, by the installation alone', () => {
    const command = { templateId: 't', organizationId: 'o', templateJson: 'a' };
    type Kept = { readonly version: number; readonly state: Published | undefined };
    const none: Kept = { version: 0, state: undefined };
    const there: Kept = { version: 1, state: { entry: {} as never, templateJson: 'a' } };
    expect(given(none, { meta }).when(publishTemplate, command).events()).toHaveLength(1);
    expect(given(there, { meta }).when(publishTemplate, command).events()).toEqual([]);
    expect(given(there, { meta }).when(withdrawTemplate, command).events()).toHaveLength(1);
    expect(given(none, { meta }).when(withdrawTemplate, command).events()).toEqual([]);
    const person = given(none, { meta: asPerson });
    expect(person.when(publishTemplate, command).rejection().code).toBe('forbidden');
    expect(person.when(withdrawTemplate, command).rejection().code).toBe('forbidden');
  });
});
