import type { WriteModule } from '@tessera/kernel';
import {
  archiveAutomation,
  changeAutomation,
  createAutomation,
  giveAutomation,
  makeAddress,
  makeHookSecret,
  removeHookSecret,
  publishAutomation,
  restoreAutomation,
  stopAutomation,
  switchAutomation,
  takeVersion,
} from './automations/decide.ts';
import { automationAggregate } from './automations/evolve.ts';
import { automationsModel } from './automations/projection.ts';
import { queueDeliveries, reopenDeliveries, tryDelivery } from './deliveries/decide.ts';
import { deliveryAggregate } from './deliveries/evolve.ts';
import { deliveriesModel } from './deliveries/projection.ts';
import { codec, type AutomationsEvent } from './events.ts';
import {
  changeFunction,
  createFunction,
  deleteFunction,
  eraseFunction,
  meterCall,
  meterCalls,
  saveFunctionVersion,
  setFunctionSecret,
} from './functions/decide.ts';
import { functionAggregate, meterAggregate } from './functions/evolve.ts';
import { functionsModel } from './functions/projection.ts';
import {
  beginCall,
  changeIncoming,
  createIncoming,
  deleteIncoming,
  endCall,
  makeIncomingAddress,
  makeIncomingSecret,
  removeIncomingSecret,
  reopenCall,
  takeCall,
} from './incoming/decide.ts';
import { incomingAggregate, incomingCallAggregate } from './incoming/evolve.ts';
import { incomingModel } from './incoming/projection.ts';
import { notices } from './notices.ts';
import { answerStep, beginStep, delayStep, endRun, finishStep, reopenRun, startRuns } from './runs/decide.ts';
import { runAggregate } from './runs/evolve.ts';
import { runsModel } from './runs/projection.ts';
import { beginTrigger, endTrigger, queueTriggers } from './triggers/decide.ts';
import { triggerCallAggregate } from './triggers/evolve.ts';
import { triggersModel } from './triggers/projection.ts';
import { undoCommit, undoPreview } from './undo/decide.ts';
import { changeWebhook, createWebhook, deleteWebhook, makeWebhookSecret, stopWebhook } from './webhooks/decide.ts';
import { webhookAggregate } from './webhooks/evolve.ts';
import { webhooksModel } from './webhooks/projection.ts';

const commands = {
  createAutomation,
  changeAutomation,
  publishAutomation,
  takeVersion,
  switchAutomation,
  stopAutomation,
  giveAutomation,
  makeAddress,
  makeHookSecret,
  removeHookSecret,
  archiveAutomation,
  restoreAutomation,
  startRuns,
  beginStep,
  delayStep,
  answerStep,
  finishStep,
  endRun,
  reopenRun,
  createWebhook,
  changeWebhook,
  stopWebhook,
  makeWebhookSecret,
  deleteWebhook,
  queueDeliveries,
  tryDelivery,
  reopenDeliveries,
  createFunction,
  changeFunction,
  saveFunctionVersion,
  setFunctionSecret,
  deleteFunction,
  eraseFunction,
  meterCall,
  meterCalls,
  createIncoming,
  changeIncoming,
  makeIncomingAddress,
  makeIncomingSecret,
  removeIncomingSecret,
  deleteIncoming,
  takeCall,
  beginCall,
  endCall,
  reopenCall,
  queueTriggers,
  beginTrigger,
  endTrigger,
  'undo.commit': undoCommit,
  'undo.preview': undoPreview,
};
export type AutomationsCommands = typeof commands;

/** What the writer knows of automations, their runs, webhooks, their deliveries, functions and what is sent in. */
export const writeModule: WriteModule<AutomationsEvent> = {
  service: 'automations',
  events: codec,
  aggregates: [
    automationAggregate,
    runAggregate,
    webhookAggregate,
    deliveryAggregate,
    functionAggregate,
    meterAggregate,
    incomingAggregate,
    incomingCallAggregate,
    triggerCallAggregate,
  ],
  projections: [
    automationsModel,
    runsModel,
    webhooksModel,
    deliveriesModel,
    functionsModel,
    incomingModel,
    triggersModel,
  ],
  notices,
  collections: [
    { name: 'automations', indexes: [] },
    { name: 'versions', indexes: ['automationId'] },
    { name: 'listeners', indexes: ['tableId', 'kind'] },
    { name: 'runs', indexes: ['turn'] },
    { name: 'runlog', indexes: ['automationId'] },
    { name: 'queue', indexes: ['due'] },
    { name: 'waiting', indexes: [] },
    { name: 'webhooks', indexes: ['hears', 'sending'] },
    { name: 'deliveries', indexes: ['about'] },
    { name: 'deliverylog', indexes: ['webhookId', 'open'] },
    { name: 'outgoing', indexes: ['webhookId'] },
    { name: 'functions', indexes: ['hears'] },
    { name: 'functionversions', indexes: ['functionId'] },
    { name: 'functionmeters', indexes: [] },
    { name: 'functioncalls', indexes: ['functionId'] },
    { name: 'triggercalls', indexes: [] },
    { name: 'triggerqueue', indexes: [] },
    { name: 'incoming', indexes: [] },
    { name: 'incomingcalls', indexes: [] },
    { name: 'incominglog', indexes: ['incomingId', 'failed'] },
    { name: 'incomingqueue', indexes: [] },
  ],
  commands,
};
