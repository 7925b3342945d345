import { TasksEvent as Wire } from '@tessera/proto/tasks/v1/events';

/** Everything that can happen to tasks, as the generated union has it. */
export type TasksEvent = NonNullable<Wire['event']>;
type Case = TasksEvent['$case'];
export type EventOf<K extends Case> = Extract<TasksEvent, { $case: K }>['value'];

/** Makes an event of the union. */
export const event = <K extends Case>($case: K, value: EventOf<K>): TasksEvent => ({ $case, value }) as TasksEvent;

export const codec = {
  encode: (one: TasksEvent) => ({ type: one.$case, bytes: Wire.encode({ event: one }).finish() }),
  decode: (_type: string, bytes: Uint8Array): TasksEvent | undefined => Wire.decode(bytes).event,
};

export const taskStream = (taskId: string): string => `task:${taskId}`;
