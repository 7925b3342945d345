import type { ComposedService, ServicePorts } from '@tessera/runtime';
import { authRpc } from './access/grpc.ts';
import { asSystem, createContext, systemActor } from './context.ts';
import { erasureRoutes } from './erasure/http.ts';
import { createErasures } from './erasure/runner.ts';
import { systemOrganization, type AuthEvent } from './events.ts';
import type { Forgetting } from './evolve.ts';
import { readHelp } from './config.ts';
import type { Help } from './help/help.ts';
import { helpRoutes } from './help/http.ts';
import { createSetupCode } from './installation/code.ts';
import { installationRoutes } from './installation/http.ts';
import { invitationRoutes } from './invitations/http.ts';
import { memberRoutes } from './members/http.ts';
import { organizationRoutes } from './organization/http.ts';
import { giveShortNames } from './organization/naming.ts';
import { organizationsRoutes } from './organizations/http.ts';
import { pictureRoutes } from './pictures/http.ts';
import { profileRoutes } from './profile/http.ts';
import { roleRoutes } from './roles/http.ts';
import { sessionRoutes } from './sessions/http.ts';
import { resetRoutes } from './reset/http.ts';
import { secondFactorRoutes } from './second-factor/http.ts';
import { ownSessionRoutes } from './sessions/own.ts';
import { tokenRoutes } from './tokens/http.ts';
import { providerRoutes } from './providers/http.ts';
import { undoRoutes } from './undo/http.ts';
import { viewAsRoutes } from './view-as/http.ts';

export const compose = (ports: ServicePorts<AuthEvent>, help: Help = readHelp()): ComposedService => {
  const context = createContext(ports);
  const code = createSetupCode(ports.settings.secret);
  const erasures = createErasures(context);
  return {
    name: 'auth',
    routes: [
      ...installationRoutes(context, code),
      ...sessionRoutes(context),
      ...ownSessionRoutes(context),
      ...viewAsRoutes(context),
      ...providerRoutes(context),
      ...resetRoutes(context),
      ...secondFactorRoutes(context),
      ...memberRoutes(context),
      ...profileRoutes(context),
      ...pictureRoutes(context),
      ...organizationRoutes(context),
      ...organizationsRoutes(context),
      ...erasureRoutes(context, erasures),
      ...helpRoutes(help),
      ...roleRoutes(context),
      ...invitationRoutes(context),
      ...tokenRoutes(context),
      ...undoRoutes(context),
    ],
    rpc: [authRpc(context)],
    setupCode: async () => ((await context.installation()) === undefined ? code.text : undefined),
    start: async () => {
      erasures.start();
      const installation = await context.installation();
      if (installation === undefined) return;
      const { organizationId } = installation;
      const gone = await ports.documents.get<Forgetting>(systemOrganization, 'forgettings', organizationId);
      if (gone?.all === true || (await context.organization(organizationId)) !== undefined)
        return context.beside('organizations have no short names yet', giveShortNames(context));
      ports.log.warn('completing a first run that was cut off', { organizationId });
      await context.execute(
        'createOrganization',
        installation,
        asSystem({ actor: systemActor(systemOrganization), origin: 'system' }, organizationId),
      );
    },
    stop: async () => {
      await Promise.all([erasures.stop(), context.besides()]);
    },
  };
};
