import type { FeatureName } from '@tessera/proto/rights';
import type { Catalog, Plan } from './plans.ts';

const business: readonly FeatureName[] = ['manageAutomations', 'advancedBusinessFeatures'];
const developer: readonly FeatureName[] = [...business, 'api', 'lowCode', 'roles', 'devAppBlocksAndFields'];
const scale: readonly FeatureName[] = [...developer, 'historyLog', 'premiumAppBlocksAndFields'];

const without = { maxAutomationRuns: null, maxDatabaseRows: null, lowcodeLimit: null, maxApiCalls: null };
const ofScale = {
  maxAutomationRuns: 15_000,
  maxDatabaseRows: 50_000,
  lowcodeLimit: 2_000,
  maxApiCalls: 500_000,
  aiCredits: 1_000,
  overUsageTolerance: 10,
  allowViewers: true,
} as const;

/** A self-hosted installation has everything, without limits. */
export const enterprise: Plan = {
  id: 'enterprise',
  prices: null,
  leastBuilders: 1,
  features: 'all',
  ...without,
  aiCredits: null,
  overUsageTolerance: 0,
  allowViewers: true,
};

/** Our plans, in the order in which they are shown. */
export const ours: Catalog = {
  plans: [
    {
      id: 'free',
      prices: null,
      leastBuilders: 1,
      features: [],
      maxAutomationRuns: 0,
      maxDatabaseRows: 1_000,
      lowcodeLimit: 0,
      maxApiCalls: 0,
      aiCredits: 0,
      overUsageTolerance: 0,
      allowViewers: false,
    },
    { id: 'trial', prices: null, leastBuilders: 1, features: 'all', ...ofScale },
    {
      id: 'business',
      prices: { BRL: { monthly: 36, annual: 24 }, USD: { monthly: 8, annual: 5 } },
      leastBuilders: 1,
      features: [...business],
      maxAutomationRuns: 1_000,
      maxDatabaseRows: 10_000,
      lowcodeLimit: 0,
      maxApiCalls: 0,
      aiCredits: 0,
      overUsageTolerance: 10,
      allowViewers: false,
    },
    {
      id: 'developer',
      prices: { BRL: { monthly: 74, annual: 49 }, USD: { monthly: 15, annual: 10 } },
      leastBuilders: 5,
      features: [...developer],
      maxAutomationRuns: 5_000,
      maxDatabaseRows: 20_000,
      lowcodeLimit: 500,
      maxApiCalls: 500_000,
      aiCredits: 1_000,
      overUsageTolerance: 10,
      allowViewers: false,
    },
    {
      id: 'scale',
      prices: { BRL: { monthly: 149, annual: 99 }, USD: { monthly: 30, annual: 20 } },
      leastBuilders: 10,
      features: [...scale],
      ...ofScale,
    },
    {
      id: 'expert',
      prices: { BRL: { monthly: 390, annual: 270 }, USD: { monthly: 65, annual: 45 } },
      leastBuilders: 50,
      features: 'all',
      ...ofScale,
    },
    { ...enterprise, id: 'custom' },
    enterprise,
    {
      id: 'blocked',
      prices: null,
      leastBuilders: 1,
      features: [],
      maxAutomationRuns: 0,
      maxDatabaseRows: 0,
      lowcodeLimit: 0,
      maxApiCalls: 0,
      aiCredits: 0,
      overUsageTolerance: 0,
      allowViewers: false,
    },
  ],
};
