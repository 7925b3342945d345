import {
  confirmTokens,
  createAdmin,
  createOrganization,
  listUnconfirmed,
  type NewAdmin,
  type NewOrganization,
} from '../../../services/auth/src/index.ts';
import { purgeRecords, type RecordsToPurge } from '../../../services/tables/src/index.ts';
import type { ServicePorts } from './service.ts';

/** What the command line does with services: beside the running product, or on a folder that it opens itself. */
export const operatorCommands = (ports: (service: string) => ServicePorts) => ({
  'create-admin': (input: NewAdmin) => createAdmin(ports('auth'), input),
  'confirm-tokens': (input: { readonly tokenId: string }) => confirmTokens(ports('auth'), input),
  'list-tokens': () => listUnconfirmed(ports('auth')),
  'create-organization': (input: NewOrganization) => createOrganization(ports('auth'), input),
  'purge-records': (input: RecordsToPurge) => purgeRecords(ports('tables'), input),
});
type All = ReturnType<typeof operatorCommands>;
export type OperatorCommand = keyof All;
export type InputOf<C extends OperatorCommand> = Parameters<All[C]>[0];
export type AnswerOf<C extends OperatorCommand> = Awaited<ReturnType<All[C]>>;
