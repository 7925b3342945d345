import { can } from '@tessera/proto/rights';
import type { Actor } from '@tessera/kernel';
import { lanes, type Issue, type Program } from '@tessera/proto/automations';
import { z } from 'zod';
import type { LogDocument } from '../runs/projection.ts';
import { isLive, programOf } from './evolve.ts';
import type { AutomationDocument } from './projection.ts';

const time = (at: number): string => new Date(at).toISOString();

const config = z.record(z.string().max(60), z.unknown());
export const triggerSchema = z.strictObject({ type: z.string().min(1).max(60), config });
/** Lists of steps are written out to their greatest depth, so that no input can nest a validation deeper. */
export const stepsSchema = (() => {
  const base = { id: z.string().min(1).max(40), type: z.string().min(1).max(60), config };
  let nested: z.ZodType = z.strictObject(base);
  for (let depth = 2; depth <= 5; depth++) {
    const list = z.array(nested).max(100).optional();
    nested = z.strictObject({ ...base, ...Object.fromEntries(lanes.map((lane) => [lane, list])) });
  }
  return z.array(nested).max(100).meta({ id: 'AutomationSteps' });
})() as z.ZodType<Program['steps']>;

const issueSchema = z.strictObject({
  step: z.string().meta({ description: 'The id of the step, or `trigger`.' }),
  field: z.string().meta({ description: 'The part of its configuration.' }),
  code: z.string(),
  name: z.string().optional().meta({ description: 'What is named that is not there.' }),
});

const lastRun = z.strictObject({ state: z.string(), at: z.string() }).nullable();
const shared = {
  id: z.string(),
  label: z.string(),
  trigger: triggerSchema,
  ownerId: z.string().meta({ description: 'With whose rights it runs.' }),
  enabled: z.boolean(),
  offReason: z.string().nullable().meta({ description: '`owner`, `given` or `broken`, where it went off by itself.' }),
  published: z.strictObject({ version: z.number(), at: z.string() }).nullable(),
  changed: z.boolean().meta({ description: 'Whether the draft differs from what is published.' }),
  canChange: z.boolean(),
};
export const entrySchema = z
  .strictObject({
    ...shared,
    lastRun,
    failing: z.boolean().meta({ description: 'The last five runs failed.' }),
  })
  .meta({ id: 'AutomationEntry' });
export const automationSchema = z
  .strictObject({
    ...shared,
    steps: stepsSchema,
    revision: z.number(),
    issues: z.array(issueSchema).meta({ description: 'What keeps the draft from being published.' }),
  })
  .meta({ id: 'Automation' });

const sharedOf = (actor: Actor, automation: AutomationDocument) => {
  const { id, ownerId, draft, published, enabled, offReason } = automation;
  const { trigger } = programOf(draft);
  const same =
    published !== undefined &&
    published.draft.label === draft.label &&
    published.draft.triggerJson === draft.triggerJson &&
    published.draft.stepsJson === draft.stepsJson;
  return {
    id,
    label: draft.label,
    trigger,
    ownerId,
    enabled: enabled !== undefined && isLive(automation),
    offReason: offReason === '' ? null : offReason,
    published: published === undefined ? null : { version: published.version, at: time(published.at) },
    changed: !same,
    canChange: can(actor, 'automations.change', ownerId).allow,
  };
};

export const wireEntry = (actor: Actor, automation: AutomationDocument, last: readonly LogDocument[]) => ({
  ...sharedOf(actor, automation),
  lastRun: last[0] === undefined ? null : { state: last[0].state, at: time(last[0].startedAt) },
  failing: last.length > 0 && last.every(({ state }) => state === 'failed'),
});

export const wireAutomation = (actor: Actor, automation: AutomationDocument, issues: readonly Issue[]) => ({
  ...sharedOf(actor, automation),
  steps: programOf(automation.draft).steps,
  revision: automation.revision,
  issues: issues.map((one) => ({ ...one })),
});
