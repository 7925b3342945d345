import { featureNames, type Features } from '@tessera/proto/rights';
import { z } from 'zod';

const limit = z.int().min(0).nullable().describe('Null where there is no limit');
const price = z.strictObject({ monthly: z.number().min(0), annual: z.number().min(0) });
const prices = z.strictObject({ BRL: price, USD: price });

const plan = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  /** Per user and month; null where nobody buys it in the product. */
  prices: prices.nullable(),
  leastBuilders: z.int().min(0),
  /** `all`, or those that it has. */
  features: z.union([z.literal('all'), z.array(z.enum(featureNames))]),
  /** Automation runs a month. */
  maxAutomationRuns: limit,
  /** Records of each table. */
  maxDatabaseRows: limit,
  /** GB*s a month. */
  lowcodeLimit: limit,
  /** A month. */
  maxApiCalls: limit,
  /** A month. */
  aiCredits: limit,
  /** In percent of the limit. */
  overUsageTolerance: z.int().min(0).max(100),
  allowViewers: z.boolean(),
});
export type Plan = Readonly<z.infer<typeof plan>> & Features;

/** Plans that the product itself puts an organization on. */
const needed = ['trial', 'free', 'blocked', 'enterprise'] as const;

/** The file of plans: an operator may have one of their own. */
export const catalogSchema = z
  .strictObject({ plans: z.array(plan).max(50) })
  .refine(({ plans }) => new Set(plans.map(({ id }) => id)).size === plans.length, 'two plans have one id')
  .refine(
    ({ plans }) => needed.every((id) => plans.some((one) => one.id === id)),
    `each of ${needed.join(', ')} must be there`,
  );
export type Catalog = z.infer<typeof catalogSchema>;

export const planOf = ({ plans }: Catalog, id: string): Plan | undefined => plans.find((one) => one.id === id);
