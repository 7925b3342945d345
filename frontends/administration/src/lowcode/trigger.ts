import type { Entry, Trigger } from './functions.resource.ts';

/** What of records starts a trigger, in the order of the two columns in which it is chosen. */
export const triggerEvents = [
  'beforeInsert',
  'afterInsert',
  'beforeUpdate',
  'afterUpdate',
  'beforeDelete',
  'afterDelete',
] as const satisfies readonly Trigger['event'][number][];

/** Whether a write waits for it, and it may refuse. */
export const isBefore = (event: Trigger['event'][number]): boolean => event.startsWith('before');

export type Kind = 'functions' | 'triggers';
/** Which of the two lists a function stands in. */
export const kindOf = ({ trigger }: Pick<Entry, 'trigger'>): Kind => (trigger === null ? 'functions' : 'triggers');
export const listOf = (kind: Kind): string => `/lowcode/${kind}`;
export const editorOf = (kind: Kind, id: string): string => `${listOf(kind)}/editor/${id}`;
