import {
  approveTemplate,
  listTemplates,
  refuseTemplate,
  showTemplate,
  type TemplateToRefuse,
  type TemplateToReview,
} from '../../../services/apps/src/index.ts';
import {
  confirmTokens,
  createAdmin,
  createOrganization,
  findOrganization,
  listUnconfirmed,
  type NewAdmin,
  type NewOrganization,
} from '../../../services/auth/src/index.ts';
import { setPlan, type PlanToSet } from '../../../services/billing/src/index.ts';
import { releaseRecords } from '../../../services/files/src/index.ts';
import { purgeRecords, type RecordsToPurge } from '../../../services/tables/src/index.ts';
import { progressIn, purgePerson, type PersonToPurge, type Tell } from './purge-person.ts';
import type { ServiceDefinition, ServicePorts } from './service.ts';
import { services } from './services.ts';
import { dropStateAsides } from './vault.ts';

/** New keys sign in every vault that has some; how many are accepted, by what they sign. */
export const rotateKeys = async (
  within: (
    service: ServiceDefinition,
  ) =>
    | Parameters<NonNullable<ServiceDefinition['rotateKeys']>>[0]
    | Promise<Parameters<NonNullable<ServiceDefinition['rotateKeys']>>[0]>,
): Promise<Readonly<Record<string, number>>> => {
  const accepted: Record<string, number> = {};
  for (const service of services)
    if (service.rotateKeys !== undefined) Object.assign(accepted, await service.rotateKeys(await within(service)));
  return accepted;
};

/**
 * What the command line does with services: beside the running product, or on a folder that it opens itself. What takes
 * long tells how far it is.
 */
export const operatorCommands = (ports: (service: string) => ServicePorts) => ({
  'create-admin': (input: NewAdmin) => createAdmin(ports('auth'), input),
  'confirm-tokens': (input: { readonly tokenId: string }) => confirmTokens(ports('auth'), input),
  'list-tokens': () => listUnconfirmed(ports('auth')),
  'create-organization': (input: NewOrganization) => createOrganization(ports('auth'), input),
  'set-plan': async (input: PlanToSet) => {
    await findOrganization(ports('auth'), input.organizationId);
    return setPlan(ports('billing'), input);
  },
  'list-templates': () => listTemplates(ports('apps')),
  'show-template': (input: TemplateToReview) => showTemplate(ports('apps'), input),
  'approve-template': (input: TemplateToReview) => approveTemplate(ports('apps'), input),
  'refuse-template': (input: TemplateToRefuse) => refuseTemplate(ports('apps'), input),
  'rotate-keys': () => rotateKeys(({ name }) => ports(name)),
  'purge-person': (input: PersonToPurge, tell?: Tell) => {
    const within = <T>(service: { readonly name: string }, work: (own: ServicePorts) => Promise<T>): Promise<T> =>
      work(ports(service.name));
    return purgePerson({ ports: within, state: within }, input, tell).finally(() =>
      dropStateAsides(ports('auth').settings.dataFolder),
    );
  },
  'purge-records': async (input: RecordsToPurge, tell?: Tell) => {
    const purged = await purgeRecords(ports('tables'), input, tell && progressIn('tables', tell));
    await releaseRecords(ports('files'), input);
    return purged;
  },
});
type All = ReturnType<typeof operatorCommands>;
export type OperatorCommand = keyof All;
export type InputOf<C extends OperatorCommand> = Parameters<All[C]>[0];
export type AnswerOf<C extends OperatorCommand> = Awaited<ReturnType<All[C]>>;
