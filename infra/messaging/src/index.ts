export * from './port.ts';
export { openSubscriptionState, subscriptionDamage } from './sqlite-state.ts';
export { eventIdOf } from './handling.ts';
export { reactionsAhead, startSubscriptions } from './subscriptions.ts';
