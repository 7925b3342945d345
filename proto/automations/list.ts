import { approval } from './steps/approval.ts';
import { condition } from './steps/condition.ts';
import { createRecord } from './steps/create_record.ts';
import { delay } from './steps/delay.ts';
import { deleteRecord } from './steps/delete_record.ts';
import { findRecords } from './steps/find_records.ts';
import { httpRequest } from './steps/http_request.ts';
import { loop } from './steps/loop.ts';
import { notify } from './steps/notify.ts';
import { set } from './steps/set.ts';
import { respond } from './steps/respond.ts';
import { runFunction } from './steps/run_function.ts';
import { updateRecord } from './steps/update_record.ts';
import { formAnswered } from './triggers/form_answered.ts';
import { manual } from './triggers/manual.ts';
import { recordCreated } from './triggers/record_created.ts';
import { recordDeleted } from './triggers/record_deleted.ts';
import { recordMatches } from './triggers/record_matches.ts';
import { recordUpdated } from './triggers/record_updated.ts';
import { schedule } from './triggers/schedule.ts';
import { webhook } from './triggers/webhook.ts';
import { upsertRecord } from './steps/upsert_record.ts';
import { aggregateRecords } from './steps/aggregate_records.ts';
import { linkRecords } from './steps/link_records.ts';
import { waitUntil } from './steps/wait_until.ts';
import { createTask } from './steps/create_task.ts';
import { sendMessage } from './steps/send_message.ts';
import { sendEmail } from './steps/send_email.ts';
import { runAutomation } from './steps/run_automation.ts';
import { entersView } from './triggers/enters_view.ts';
import { dateReached } from './triggers/date_reached.ts';
import { comment } from './triggers/comment.ts';
import { automationEnded } from './triggers/automation_ended.ts';
import type { StepType, TriggerType } from './type.ts';

/** Everything that starts an automation, in the order in which people are offered it. */
const triggers = {
  record_created: recordCreated,
  record_updated: recordUpdated,
  record_deleted: recordDeleted,
  record_matches: recordMatches,
  enters_view: entersView,
  form_answered: formAnswered,
  comment,
  date_reached: dateReached,
  schedule,
  webhook,
  automation_ended: automationEnded,
  manual,
} as const satisfies Readonly<Record<string, TriggerType>>;

/** Everything that a step does. */
const steps = {
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
  delay,
  wait_until: waitUntil,
  notify,
  send_email: sendEmail,
  send_message: sendMessage,
  create_task: createTask,
  run_automation: runAutomation,
  http_request: httpRequest,
  run_function: runFunction,
  respond,
  set,
} as const satisfies Readonly<Record<string, StepType>>;

export type TriggerTypeId = keyof typeof triggers;
export type StepTypeId = keyof typeof steps;

export const triggerTypes: readonly TriggerType[] = Object.values(triggers);
export const stepTypes: readonly StepType[] = Object.values(steps);

/** Undefined for one that a later version knows. */
export const triggerType = (id: string): TriggerType | undefined => triggerTypes.find((one) => one.id === id);
export const stepType = (id: string): StepType | undefined => stepTypes.find((one) => one.id === id);
