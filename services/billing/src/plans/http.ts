import { feature, featureNames, requireRight, type FeatureName } from '@tessera/proto/rights';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { Standings } from '../subscription/query.ts';
import type { Catalog, Plan } from './plans.ts';

/** Every feature with its state in a plan. */
export const featuresOf = (plan: Plan): Readonly<Record<FeatureName, 'on' | 'blocked'>> =>
  Object.fromEntries(featureNames.map((name) => [name, feature({ plan }, name)])) as Record<
    FeatureName,
    'on' | 'blocked'
  >;

const limitsOf = ({
  maxAutomationRuns,
  maxDatabaseRows,
  lowcodeLimit,
  maxApiCalls,
  aiCredits,
  overUsageTolerance,
}: Plan) => ({ maxAutomationRuns, maxDatabaseRows, lowcodeLimit, maxApiCalls, aiCredits, overUsageTolerance });

const price = z.strictObject({ monthly: z.number(), annual: z.number() });
const limit = z.int().nullable().describe('Null where there is no limit');

export const planRoutes = (standing: Standings, catalog: Catalog | undefined): RouteSet => [
  route({
    method: 'get',
    path: '/v3/features',
    tag: 'billing',
    summary: 'The features of the plan',
    description: 'Which features the plan of the organization has, by their names.',
    access: 'api',
    allows: 'features.read',
    whenBlocked: true,
    responses: {
      200: z.strictObject({
        features: z.strictObject(Object.fromEntries(featureNames.map((name) => [name, z.enum(['on', 'blocked'])]))),
        blocked: z.boolean().describe('Whether the plan is blocked: then only this, the session and exports answer'),
      }),
    },
    handle: async ({ actor }) => {
      requireRight(actor, 'features.read');
      const { plan } = await standing(actor);
      return { body: { features: featuresOf(plan), blocked: plan.id === 'blocked' } };
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
    whenBlocked: true,
    responses: {
      200: z.strictObject({
        planId: z.string(),
        isTrial: z.boolean(),
        trialDaysLeft: z.int(),
        recurrency: z.string().nullable().describe('monthly, annual, or null where the plan has no price'),
        blocked_from: z.iso.datetime().nullable().describe('When a payment that is late blocks the plan'),
        maxAutomationRuns: limit,
        maxDatabaseRows: limit,
        lowcodeLimit: limit,
        maxApiCalls: limit,
        aiCredits: limit,
        overUsageTolerance: z.int().describe('In percent of the limit'),
        allowViewers: z.boolean(),
      }),
    },
    handle: async ({ actor }) => {
      requireRight(actor, 'plan.manage');
      const { plan, isTrial, trialDaysLeft, recurrency, blockedFrom } = await standing(actor);
      return {
        body: {
          planId: plan.id,
          isTrial,
          trialDaysLeft,
          recurrency,
          blocked_from: blockedFrom === null ? null : new Date(blockedFrom).toISOString(),
          ...limitsOf(plan),
          allowViewers: plan.allowViewers,
        },
      };
    },
  }),
  route({
    method: 'get',
    path: '/v3/subscription/plans',
    tag: 'billing',
    summary: 'The plans that there are',
    description: 'The plans that have a price, in their order. Empty where the operator has no billing.',
    access: 'api',
    allows: 'plan.manage',
    whenBlocked: true,
    responses: {
      200: z.strictObject({
        plans: z.array(
          z.strictObject({
            id: z.string(),
            prices: z.strictObject({ BRL: price, USD: price }).describe('Per user and month'),
            leastBuilders: z.int(),
            features: z.array(z.enum(featureNames)),
            maxAutomationRuns: limit,
            maxDatabaseRows: limit,
            lowcodeLimit: limit,
            maxApiCalls: limit,
            aiCredits: limit,
            overUsageTolerance: z.int(),
            allowViewers: z.boolean(),
          }),
        ),
      }),
    },
    handle: ({ actor }) => {
      requireRight(actor, 'plan.manage');
      const plans = (catalog?.plans ?? []).flatMap((plan) =>
        plan.prices === null
          ? []
          : [
              {
                id: plan.id,
                prices: plan.prices,
                leastBuilders: plan.leastBuilders,
                features: featureNames.filter((name) => feature({ plan }, name) === 'on'),
                ...limitsOf(plan),
                allowViewers: plan.allowViewers,
              },
            ],
      );
      return { body: { plans } };
    },
  }),
];
