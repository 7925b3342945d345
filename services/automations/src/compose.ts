import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { can } from '@tessera/proto/rights';
import type { ComposedService, ServicePorts } from '@tessera/runtime';
import { createDirectory } from '@tessera/runtime/directory';
import { createPlans } from '@tessera/runtime/plans';
import { createOthers } from './access/others.ts';
import { createTables } from './access/tables.ts';
import { automationsRpc } from './actions/grpc.ts';
import { automationRoutes } from './automations/http.ts';
import { deliveryRoutes } from './deliveries/http.ts';
import { createDeliveryPayloads } from './deliveries/payloads.ts';
import { deliveryReactions } from './deliveries/reactions.ts';
import { createSender } from './deliveries/sender.ts';
import type { AutomationsEvent } from './events.ts';
import { createFunctions } from './functions/call.ts';
import { createErasing } from './functions/erase.ts';
import { functionRoutes } from './functions/http.ts';
import { createKeptCalls } from './functions/kept.ts';
import { createMeter } from './functions/meter.ts';
import { createFunctionSecrets } from './functions/secrets.ts';
import { addressesIn, createAddresses } from './hooks/addresses.ts';
import { callsIn, createCalls } from './hooks/calls.ts';
import { hookRoutes } from './hooks/http.ts';
import { createSigning } from './hooks/signing.ts';
import { addressBucket, lastBucket } from './incoming/buckets.ts';
import { incomingCallRoutes } from './incoming/calls-http.ts';
import { incomingRoutes } from './incoming/http.ts';
import { createTaken } from './incoming/payloads.ts';
import { createIncomingWorker } from './incoming/worker.ts';
import { runRoutes } from './runs/http.ts';
import { createPayloads } from './runs/payloads.ts';
import { runReactions } from './runs/reactions.ts';
import { createRunner, usualTiming, type Timing } from './runs/runner.ts';
import { createSchedule } from './runs/schedule.ts';
import { createAfter } from './triggers/after.ts';
import { createBefore } from './triggers/before.ts';
import { createGuards } from './triggers/guards.ts';
import { undoRoutes } from './undo/http.ts';
import { webhookRoutes } from './webhooks/http.ts';
import { addressSecrets, createSecrets } from './webhooks/secrets.ts';

export const compose = (ports: ServicePorts<AutomationsEvent>, timing: Timing = usualTiming): ComposedService => {
  const directory = createDirectory(ports.rpc.client(AuthServiceDefinition), ports.clock, 'automations');
  const plans = createPlans(ports, 'automations');
  const tables = createTables(ports.rpc, directory);
  const payloads = createPayloads(ports);
  const functionSecrets = createFunctionSecrets(ports);
  const keptCalls = createKeptCalls(ports);
  const meter = createMeter({ ...ports, calls: keptCalls });
  const functions = createFunctions({ ...ports, meter, tables, directory, secrets: functionSecrets });
  const erasing = createErasing({ ...ports, secrets: functionSecrets, calls: keptCalls, functions });
  const others = createOthers({ ...ports, payloads, tables, wake: (organizationId) => runner.wake(organizationId) });
  const runner = createRunner({ ...ports, tables, directory, payloads, functions, others }, timing);
  const calls = createCalls(ports);
  const own = { ...ports, tables, directory, payloads, calls, functions, others, wake: runner.wake };
  const schedule = createSchedule(own);
  const secrets = createSecrets(ports);
  const signing = createSigning(createSecrets(ports, addressSecrets), ports.clock);
  const sent = createDeliveryPayloads(ports);
  const sender = createSender({ ...ports, directory, secrets, sent });
  const guards = createGuards(ports);
  const after = createAfter({ ...ports, tables, directory, functions });
  const taken = createTaken(ports);
  const worker = createIncomingWorker({ ...ports, tables, directory, functions, taken });
  const incoming = {
    ...ports,
    plans,
    tables,
    functions,
    taken,
    addresses: addressesIn(ports.vault, addressBucket),
    calls: callsIn(ports, lastBucket),
    signing,
    wake: worker.wake,
  };
  const outgoing = { ...ports, tables, directory, secrets, sent, send: sender.wake };
  return {
    name: 'automations',
    routes: [
      ...automationRoutes(own),
      ...runRoutes(own),
      ...hookRoutes({ ...own, plans, addresses: createAddresses(ports), signing }),
      ...webhookRoutes(outgoing),
      ...deliveryRoutes(outgoing),
      ...functionRoutes({
        ...ports,
        directory,
        functions,
        secrets: functionSecrets,
        meter,
        calls: keptCalls,
        erase: erasing.erase,
        tables,
        guards,
      }),
      ...incomingRoutes(incoming),
      ...incomingCallRoutes(incoming),
      ...undoRoutes({ ...ports, guards }),
    ],
    rpc: [automationsRpc({ ...ports, payloads, before: createBefore({ ...ports, tables, directory, functions }) })],
    reactions: [...runReactions(own), ...deliveryReactions(outgoing), after.reaction, plans.reaction],
    topics: [
      { head: 'automations', id: false, mayHear: (actor) => can(actor, 'automations.manage').allow },
      { head: 'runs', id: false, mayHear: (actor) => can(actor, 'automations.manage').allow },
      { head: 'run', id: true, mayHear: (actor) => can(actor, 'automations.manage').allow },
      { head: 'webhooks', id: false, mayHear: (actor) => can(actor, 'automations.manage').allow },
      { head: 'incoming', id: false, mayHear: (actor) => can(actor, 'functions.manage').allow },
      { head: 'functions', id: false, mayHear: (actor) => can(actor, 'functions.manage').allow },
      { head: 'webhook', id: true, mayHear: (actor) => can(actor, 'automations.manage').allow },
    ],
    start: async () => {
      runner.start();
      schedule.start();
      sender.start();
      worker.start();
      guards.start();
      after.start();
      erasing.start();
    },
    stop: async () => {
      await schedule.stop();
      await runner.stop();
      await sender.stop();
      await worker.stop();
      await guards.stop();
      await after.stop();
      await erasing.stop();
      functions.stop();
      await meter.stop();
    },
  };
};
