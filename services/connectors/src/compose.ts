import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import type { ComposedService, ServicePorts } from '@tessera/runtime';
import { createDirectory as directoryOf } from '@tessera/runtime/directory';
import { createDirectory } from './access/directory.ts';
import { createTables } from './access/tables.ts';
import { connectorsRpc } from './actions/grpc.ts';
import { readLimits, type Limits } from './config.ts';
import { createParsers, type Parsers } from './csv/pool.ts';
import type { ConnectorsEvent } from './events.ts';
import { createAnalyses } from './imports/analyses.ts';
import { importRoutes } from './imports/http.ts';
import { importReactions } from './imports/reactions.ts';
import { createRunner } from './imports/runner.ts';
import { createWizards } from './imports/wizards.ts';
import { createHandles } from './upload/handles.ts';
import { uploadRoutes } from './upload/http.ts';
import { createKept } from './upload/kept.ts';

const sweepMs = 3_600_000;

export const compose = (
  ports: ServicePorts<ConnectorsEvent>,
  limits: Limits = readLimits(),
  parsers: Parsers = createParsers(),
): ComposedService => {
  const handles = createHandles(ports.vault, ports.clock);
  const directory = createDirectory(directoryOf(ports.rpc.client(AuthServiceDefinition), ports.clock, 'connectors'));
  const tables = createTables(ports.rpc);
  const wizards = createWizards(ports.state, ports.clock);
  const analyses = createAnalyses(ports, parsers);
  const kept = createKept(ports, limits.keptBytes);
  const runner = createRunner(ports, parsers, directory, kept, tables);
  let sweeper: NodeJS.Timeout | undefined;
  const sweep = (): void =>
    void kept
      .sweep()
      .catch((error: unknown) => ports.log.warn('old uploads could not be removed', { error: String(error) }));
  return {
    name: 'connectors',
    routes: [
      ...uploadRoutes(ports, limits, handles, wizards, kept),
      ...importRoutes({ ports, limits, handles, analyses, directory, tables, runner, wizards }),
    ],
    rpc: [connectorsRpc(ports)],
    reactions: importReactions({ ...ports, kept }),
    start: async () => {
      await runner.resume();
      sweep();
      sweeper = setInterval(sweep, sweepMs);
      sweeper.unref();
    },
    stop: async () => {
      clearInterval(sweeper);
      await runner.stop();
    },
  };
};
