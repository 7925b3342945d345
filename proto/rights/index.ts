export { rules, type Action, type TableAction } from './actions.ts';
export {
  accessTo,
  accessToApp,
  can,
  currentUserOf,
  everyRow,
  isNarrow,
  maskAllows,
  narrowBy,
  resolveRowsBy,
  rowAllowed,
  seatReaches,
  userOf,
  type Can,
  type Grant,
  type Holder,
} from './can.ts';
export { mayGrant, maySeeAs, roleOfSeat } from './give.ts';
export { accessLevels, narrowed, within, type TokenScope } from './scopes.ts';
export { requireRight } from './require.ts';
export { rightNames, rightsOf, tableRightsOf, toldPermissions, type RightName, type Rights } from './told.ts';
export { feature, featureNames, requireFeature, type FeatureName, type Features } from './features.ts';
