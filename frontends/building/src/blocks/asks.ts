import type { Config } from '../apps/apps.resource.ts';

/** Where a button leads, by what it does. */
const targets = { link: 'href', openApp: 'appId', openTable: 'tableId' } as const;
type Action = keyof typeof targets;

/** Of where a button may lead, the one that it does. */
export const asksOfButton = (name: string, { action = 'link' }: Config): boolean =>
  !(Object.values(targets) as readonly string[]).includes(name) || targets[action as Action] === name;

/** What is said of a number, and of the second where there is one. */
export const asksOfComplex = (name: string, config: Config): boolean => {
  const { operation = 'alone', function: first = 'count', secondFunction: second = 'count' } = config;
  if (name === 'fieldId') return first !== 'count';
  if (name === 'secondFunction') return operation !== 'alone';
  if (name === 'secondFieldId') return operation !== 'alone' && second !== 'count' && second !== 'fixed';
  if (name === 'secondFilter') return operation !== 'alone' && second !== 'fixed';
  if (name === 'fixed') return operation !== 'alone' && second === 'fixed';
  return true;
};
