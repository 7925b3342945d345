import type { Actor } from '@tessera/kernel';
import { passedOn } from '@tessera/kernel/rejection';

/** What those read who may not change the plan. */
const planSentence = 'Talk to an administrator user in your organization to upgrade your plan.';

/** What a plan has or lacks; the specification's names. */
export const featureNames = [
  'manageAutomations',
  'api',
  'lowCode',
  'roles',
  'historyLog',
  'advancedDevFeatures',
  'advancedBusinessFeatures',
  'premiumAppBlocksAndFields',
  'devAppBlocksAndFields',
] as const;
export type FeatureName = (typeof featureNames)[number];
export type FeatureState = 'on' | 'blocked';

/** What a plan opens: `all`, or the features that it has. */
export type Features = { readonly features: 'all' | readonly FeatureName[] };

/**
 * Whether the plan of an actor has a feature: beside `can`, which asks their role and seat. Who comes without a plan has
 * all of them: where there are no plans, and where the work is one that a plan does not stop.
 */
export const feature = ({ plan }: Pick<Actor, 'plan'>, name: FeatureName): FeatureState =>
  plan === undefined || plan.features === 'all' || (plan.features !== 'unknown' && plan.features.includes(name))
    ? 'on'
    : 'blocked';

/** Throws `plan.feature` unless the plan has it, and `service.unavailable` while nobody can tell. */
export const requireFeature = (actor: Pick<Actor, 'plan'>, name: FeatureName): void => {
  if (feature(actor, name) === 'on') return;
  if (actor.plan?.features === 'unknown')
    throw passedOn('unavailable', 'service.unavailable', 'Part of Tessera does not answer. Try again in a moment.');
  throw passedOn('forbidden', 'plan.feature', planSentence, { feature: name });
};
