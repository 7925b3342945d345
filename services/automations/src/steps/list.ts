import { resolve, type Scope, type Step, type StepTypeId } from '@tessera/proto/automations';
import { condition, loop, set } from './flow.ts';
import { httpRequest } from './http.ts';
import { createRecord, deleteRecord, findRecords, updateRecord } from './records.ts';
import { notify } from './notify.ts';
import { runFunction } from './run-function.ts';
import { respond } from './respond.ts';
import type { Carries } from './step.ts';

const none: Carries = { run: async () => ({ output: {} }) };

/** What carries each type of step out; complete by its type. */
const steps: Readonly<Record<StepTypeId, Carries>> = {
  create_record: createRecord,
  update_record: updateRecord,
  delete_record: deleteRecord,
  find_records: findRecords,
  condition,
  loop,
  // It waits before it gets here.
  delay: none,
  notify,
  http_request: httpRequest,
  run_function: runFunction,
  respond,
  set,
};

export const carries = (type: string): Carries | undefined =>
  Object.hasOwn(steps, type) ? steps[type as StepTypeId] : undefined;

/** The configuration of a step with what its values refer to. */
export const inputOf = ({ type, config }: Step, scope: Scope): Readonly<Record<string, unknown>> =>
  carries(type)?.input?.(config, scope) ?? (resolve(config, scope) as Readonly<Record<string, unknown>>);
