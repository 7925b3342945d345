import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { can } from '@tessera/proto/rights';
import type { ComposedService, ServicePorts } from '@tessera/runtime';
import { createDirectory } from '@tessera/runtime/directory';
import { createPlans } from '@tessera/runtime/plans';
import { appsRpc } from './actions/grpc.ts';
import { appRoutes } from './apps/http.ts';
import { blockRoutes } from './blocks/http.ts';
import type { AppsEvent } from './events.ts';
import { favoriteRoutes } from './favorites/http.ts';
import { folderRoutes } from './folders/http.ts';
import { homeRoutes } from './home/http.ts';
import { pageRoutes } from './pages/http.ts';
import { linkRoutes } from './links/http.ts';
import { publicRoutes } from './links/public.ts';
import { preferenceRoutes } from './preferences/http.ts';
import { builderRoutes } from './builder/http.ts';
import { createModel } from './builder/model.ts';
import { createBuilds } from './builder/runner.ts';
import { readModelConfig, type ModelConfig } from './config.ts';
import { ownTemplateRoutes } from './templates/own-http.ts';
import { createWireInstall, templateRoutes } from './templates/http.ts';
import { createInstalls } from './templates/runner.ts';
import { undoRoutes } from './undo/http.ts';

export const compose = (
  ports: ServicePorts<AppsEvent>,
  model: ModelConfig | undefined = readModelConfig(),
): ComposedService => {
  const directory = createDirectory(ports.rpc.client(AuthServiceDefinition), ports.clock, 'apps');
  const plans = createPlans(ports, 'apps');
  const installs = createInstalls(ports, directory);
  const wireInstall = createWireInstall(installs);
  const builds = createBuilds(ports, directory, model && createModel(model));
  return {
    name: 'apps',
    routes: [
      ...preferenceRoutes(ports),
      ...homeRoutes(ports),
      ...appRoutes(ports),
      ...blockRoutes({ ...ports, directory }),
      ...folderRoutes(ports),
      ...favoriteRoutes(ports),
      ...pageRoutes(ports),
      ...linkRoutes(ports),
      ...publicRoutes({ ...ports, plans }),
      ...builderRoutes({ ...ports, builds, installs, directory }),
      ...templateRoutes({ ...ports, installs, wireInstall, directory }),
      ...ownTemplateRoutes({ ...ports, installs, wireInstall, directory }),
      ...undoRoutes(ports),
    ],
    rpc: [appsRpc(ports, directory)],
    reactions: [plans.reaction],
    topics: [
      { head: 'apps', id: false, mayHear: (actor) => can(actor, 'apps.list').allow },
      { head: 'folders', id: false, mayHear: (actor) => can(actor, 'folders.list').allow },
      { head: 'pages', id: false, mayHear: (actor) => can(actor, 'pages.list').allow },
      { head: 'page', id: true, mayHear: (actor, id) => can(actor, 'pages.view', id).allow },
      { head: 'links', id: false, mayHear: (actor) => can(actor, 'links.list').allow },
      { head: 'app', id: true, mayHear: (actor, id) => can(actor, 'apps.open', id).allow },
    ],
    start: async () => {
      await Promise.all([installs.resume(), builds.resume()]);
    },
    stop: async () => {
      await Promise.all([installs.stop(), builds.stop()]);
    },
  };
};
