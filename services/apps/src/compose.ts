import { can } from '@tessera/proto/rights';
import type { ComposedService, ServicePorts } from '@tessera/runtime';
import { appsRpc } from './actions/grpc.ts';
import { appRoutes } from './apps/http.ts';
import type { AppsEvent } from './events.ts';
import { favoriteRoutes } from './favorites/http.ts';
import { folderRoutes } from './folders/http.ts';
import { homeRoutes } from './home/http.ts';
import { pageRoutes } from './pages/http.ts';
import { linkRoutes } from './links/http.ts';
import { publicRoutes } from './links/public.ts';
import { preferenceRoutes } from './preferences/http.ts';
import { undoRoutes } from './undo/http.ts';

export const compose = (ports: ServicePorts<AppsEvent>): ComposedService => ({
  name: 'apps',
  routes: [
    ...preferenceRoutes(ports),
    ...homeRoutes(ports),
    ...appRoutes(ports),
    ...folderRoutes(ports),
    ...favoriteRoutes(ports),
    ...pageRoutes(ports),
    ...linkRoutes(ports),
    ...publicRoutes(ports),
    ...undoRoutes(ports),
  ],
  rpc: [appsRpc(ports)],
  topics: [
    { head: 'apps', id: false, mayHear: (actor) => can(actor, 'apps.list').allow },
    { head: 'folders', id: false, mayHear: (actor) => can(actor, 'folders.list').allow },
    { head: 'pages', id: false, mayHear: (actor) => can(actor, 'pages.list').allow },
    { head: 'page', id: true, mayHear: (actor, id) => can(actor, 'pages.view', id).allow },
    { head: 'links', id: false, mayHear: (actor) => can(actor, 'links.list').allow },
    { head: 'app', id: true, mayHear: (actor, id) => can(actor, 'apps.open', id).allow },
  ],
});
