// Made of the folders of services by npm run generate.
import { apps } from '../../../services/apps/src/index.ts';
import { audit } from '../../../services/audit/src/index.ts';
import { auth } from '../../../services/auth/src/index.ts';
import { automations } from '../../../services/automations/src/index.ts';
import { billing } from '../../../services/billing/src/index.ts';
import { chat } from '../../../services/chat/src/index.ts';
import { connectors } from '../../../services/connectors/src/index.ts';
import { files } from '../../../services/files/src/index.ts';
import { notifications } from '../../../services/notifications/src/index.ts';
import { tables } from '../../../services/tables/src/index.ts';
import { tasks } from '../../../services/tasks/src/index.ts';
import type { ServiceDefinition } from './service.ts';

/** What this installation is made of. The gateway is the edge of all of them and is composed apart. */
// prettier-ignore
export const services: readonly ServiceDefinition[] = [auth, tables, tasks, automations, connectors, apps, billing, chat, files, notifications, audit];
