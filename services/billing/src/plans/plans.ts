import type { Features } from '@tessera/proto/rights';

/** What a plan has. A limit that is absent is none. */
export type Plan = Features & {
  readonly id: string;
  /** Automation runs a month. */
  readonly maxAutomationRuns: number | null;
  /** Records of each table. */
  readonly maxDatabaseRows: number | null;
  readonly overUsageTolerance: number;
  readonly allowViewers: boolean;
};

/** A self-hosted installation has everything, without limits. */
export const enterprise: Plan = {
  id: 'enterprise',
  features: 'all',
  maxAutomationRuns: null,
  maxDatabaseRows: null,
  overUsageTolerance: 0,
  allowViewers: true,
};
