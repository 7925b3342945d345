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

/** Whether a plan has a feature: beside `can`, which asks the person's role and seat. */
export const feature = ({ features }: Features, name: FeatureName): FeatureState =>
  features === 'all' || features.includes(name) ? 'on' : 'blocked';
