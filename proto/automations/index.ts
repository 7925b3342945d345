export * from './check.ts';
export * from './conditions.ts';
export * from './cron.ts';
export { stepType, stepTypes, triggerType, triggerTypes, type StepTypeId, type TriggerTypeId } from './list.ts';
export * from './model.ts';
export * from './offset.ts';
export type { Config, Lane, Part, StepType, TriggerType } from './type.ts';
export { lanes } from './type.ts';
export * from './values.ts';
