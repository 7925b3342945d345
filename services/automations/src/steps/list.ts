import { resolve, type Compute, type Scope, type Step, type StepTypeId } from '@tessera/proto/automations';
import { approval } from './approval.ts';
import { condition, loop, set } from './flow.ts';
import { httpRequest } from './http.ts';
import { sendEmail } from './mail.ts';
import { notify } from './notify.ts';
import { createTask, runAutomation, sendMessage } from './others.ts';
import {
  aggregateRecords,
  createRecord,
  deleteRecord,
  findRecords,
  linkRecords,
  updateRecord,
  upsertRecord,
} from './records.ts';
import { runFunction } from './run-function.ts';
import { respond } from './respond.ts';
import type { Carries } from './step.ts';

const none: Carries = { run: async () => ({ output: {} }) };

/** What carries each type of step out; complete by its type. */
const steps: Readonly<Record<StepTypeId, Carries>> = {
  create_record: createRecord,
  update_record: updateRecord,
  upsert_record: upsertRecord,
  delete_record: deleteRecord,
  link_records: linkRecords,
  find_records: findRecords,
  aggregate_records: aggregateRecords,
  condition,
  approval,
  loop,
  // It waits before it gets here.
  delay: none,
  wait_until: none,
  notify,
  send_email: sendEmail,
  send_message: sendMessage,
  create_task: createTask,
  run_automation: runAutomation,
  http_request: httpRequest,
  run_function: runFunction,
  respond,
  set,
};

export const carries = (type: string): Carries | undefined =>
  Object.hasOwn(steps, type) ? steps[type as StepTypeId] : undefined;

/** The configuration of a step with what its values refer to. */
export const inputOf = ({ type, config }: Step, scope: Scope, compute: Compute): Readonly<Record<string, unknown>> =>
  carries(type)?.input?.(config, scope, compute) ??
  (resolve(config, scope, compute) as Readonly<Record<string, unknown>>);
