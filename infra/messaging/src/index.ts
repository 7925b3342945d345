export * from './port.ts';
export { openSubscriptionState } from './sqlite-state.ts';
export { eventIdOf } from './handling.ts';
export { startSubscriptions } from './subscriptions.ts';
