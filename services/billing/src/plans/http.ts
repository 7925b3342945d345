import { feature, featureNames, requireRight, type FeatureName } from '@tessera/proto/rights';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { enterprise, type Plan } from './plans.ts';

/** Every feature with its state in a plan. */
export const featuresOf = (plan: Plan): Readonly<Record<FeatureName, 'on' | 'blocked'>> =>
  Object.fromEntries(featureNames.map((name) => [name, feature(plan, name)])) as Record<FeatureName, 'on' | 'blocked'>;

const limit = z.int().nullable().describe('Null where there is no limit');

export const planRoutes = (plan: Plan = enterprise): RouteSet => [
  route({
    method: 'get',
    path: '/v3/features',
    tag: 'billing',
    summary: 'The features of the plan',
    description: 'Which features the plan of the organization has, by their names.',
    access: 'api',
    allows: 'features.read',
    responses: {
      200: z.strictObject({
        features: z.strictObject(Object.fromEntries(featureNames.map((name) => [name, z.enum(['on', 'blocked'])]))),
      }),
    },
    handle: ({ actor }) => {
      requireRight(actor, 'features.read');
      return { body: { features: featuresOf(plan) } };
    },
  }),
  route({
    method: 'get',
    path: '/v3/subscription/current',
    tag: 'billing',
    summary: 'The plan',
    description: 'The plan of the organization with its limits.',
    access: 'api',
    allows: 'plan.manage',
    responses: {
      200: z.strictObject({
        planId: z.string(),
        isTrial: z.boolean(),
        maxAutomationRuns: limit,
        maxDatabaseRows: limit,
        overUsageTolerance: z.int().describe('In percent of the limit'),
        allowViewers: z.boolean(),
      }),
    },
    handle: ({ actor }) => {
      requireRight(actor, 'plan.manage');
      const { id, maxAutomationRuns, maxDatabaseRows, overUsageTolerance, allowViewers } = plan;
      return {
        body: { planId: id, isTrial: false, maxAutomationRuns, maxDatabaseRows, overUsageTolerance, allowViewers },
      };
    },
  }),
];
