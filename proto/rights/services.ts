// Made of the folder services by npm run generate.
import { rights as apps } from './services/apps.ts';
import { rights as audit } from './services/audit.ts';
import { rights as auth } from './services/auth.ts';
import { rights as automations } from './services/automations.ts';
import { rights as billing } from './services/billing.ts';
import { rights as chat } from './services/chat.ts';
import { rights as connectors } from './services/connectors.ts';
import { rights as files } from './services/files.ts';
import { rights as notifications } from './services/notifications.ts';
import { rights as tables } from './services/tables.ts';
import { rights as tasks } from './services/tasks.ts';

/** What each service announces. */
// prettier-ignore
export const announced = { apps, audit, auth, automations, billing, chat, connectors, files, notifications, tables, tasks } as const;
