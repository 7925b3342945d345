import type { Rule } from './rule.ts';
import { announced } from './services.ts';

type Services = typeof announced;
/** Every action of every service, as it is announced. */
type Rules = { [S in keyof Services]: (one: Services[S]) => void }[keyof Services] extends (one: infer All) => void
  ? All
  : never;

/**
 * The table of rights: every action of every service, and nothing else says who may do what. Each service announces its
 * own in a file of `services`.
 */
export const rules = Object.assign({}, ...Object.values(announced)) as Rules;

export type Action = keyof Rules & string;

/** What an action asks for. */
export const ruleOf = (action: Action): Rule => rules[action];

/** What can be asked of a table. */
export type TableAction = Extract<
  Action,
  `tables.${string}` | `fields.${string}` | `views.${string}` | `records.${string}`
>;
