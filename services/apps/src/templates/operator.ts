import { isId, systemOrganization } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { conflict, invalid, notFound } from '../refusals.ts';
import type { AppsStore } from '../store.ts';
import { faultsOf } from './check.ts';
import { factsOf } from './entry.ts';
import type { OwnTemplate } from './evolve.ts';
import { asInstallation, publishedEntry, settleGallery } from './gallery.ts';
import { templateIn } from './own.ts';
import { templateSchema, type Template } from './schema.ts';

/** A template that waits for the operator. `save` names what is to be looked at: `<id>.<how often it was saved>`. */
export type WaitingTemplate = {
  readonly save: string;
  readonly organizationId: string;
  readonly at: number;
  readonly name: string;
  readonly shortDescription: string;
  readonly counts: ReturnType<typeof factsOf>['counts'];
};
export type TemplateToReview = { readonly save: string };
export type TemplateToRefuse = TemplateToReview & { readonly reason: string };

const mostReason = 1000;
const storeOf = (ports: ServicePorts): AppsStore => ports.store as unknown as AppsStore;
const saveOf = ({ id, saves }: OwnTemplate): string => `${id}.${saves}`;

type Found = readonly [organizationId: string, own: OwnTemplate];

/** The template of an id, wherever it is. */
const findOwn = async (ports: ServicePorts, id: string): Promise<Found | undefined> => {
  for (const organizationId of await storeOf(ports).organizations()) {
    const own = await ports.documents.get<OwnTemplate>(organizationId, 'templates', id);
    if (own !== undefined) return own.deleted || own.review === 'none' ? undefined : [organizationId, own];
  }
  return undefined;
};
const find = async (ports: ServicePorts, save: string): Promise<Found> => {
  const [id = '', saves] = save.split('.');
  if (!isId(id) || saves === undefined) throw invalid('templates.no_save');
  const found = await findOwn(ports, id);
  if (found === undefined) throw notFound('template_not_found');
  if (saveOf(found[1]) !== save) throw conflict('templates.saved_since');
  return found;
};

/** What waits for the operator, the oldest first. */
export const listTemplates = async (ports: ServicePorts): Promise<readonly WaitingTemplate[]> => {
  const waiting: WaitingTemplate[] = [];
  for (const organizationId of await storeOf(ports).organizations())
    for (const own of await ports.documents.find<OwnTemplate>(organizationId, 'templates', { review: 'asked' })) {
      if (own.deleted) continue;
      const { name, shortDescription, counts } = factsOf(templateIn(own));
      waiting.push({ save: saveOf(own), organizationId, at: own.savedAt, name, shortDescription, counts });
    }
  return waiting.toSorted((a, b) => a.at - b.at || (a.save < b.save ? -1 : 1));
};

/** A template whole, as it would stand in the gallery. */
export const showTemplate = async (ports: ServicePorts, { save }: TemplateToReview): Promise<Template> => {
  const [, own] = await find(ports, save);
  return templateIn(own);
};

/** Copies a template into the gallery of all organizations; answers its name. */
export const approveTemplate = async (
  ports: ServicePorts,
  { save }: TemplateToReview,
): Promise<{ readonly name: string }> => {
  const [organizationId, own] = await find(ports, save);
  const { id: templateId, name, templateJson, saves } = own;
  // The rules of this release, which may be others than those that it was saved by.
  const parsed = templateSchema.safeParse(JSON.parse(templateJson));
  const fault = parsed.success ? faultsOf(parsed.data)[0] : parsed.error.issues[0]?.message;
  if (fault !== undefined) throw invalid('templates.not_whole', `It cannot become a template: ${fault}`);
  const store = storeOf(ports);
  const payload = { templateId, approved: true, reason: '', saves };
  await store.execute({ type: 'reviewTemplate', payload }, asInstallation(organizationId));
  await store.execute(
    { type: 'publishTemplate', payload: { templateId, organizationId, templateJson } },
    asInstallation(systemOrganization),
  );
  // Its builder may have deleted it between the two.
  await settleGallery({ documents: ports.documents, store }, organizationId, templateId);
  return { name };
};

/**
 * Keeps a template out of the gallery, or takes it out, and tells its builder why; answers its name. An id alone means
 * whatever was saved last, and one that stands in the gallery after its organization went.
 */
export const refuseTemplate = async (
  ports: ServicePorts,
  { save, reason: words }: TemplateToRefuse,
): Promise<{ readonly name: string }> => {
  const reason = words.trim();
  if (reason === '' || reason.length > mostReason) throw invalid('templates.reason_needed');
  const store = storeOf(ports);
  const found = isId(save) ? await findOwn(ports, save) : await find(ports, save);
  const templateId = found?.[1].id ?? save;
  const entry = await publishedEntry(ports.documents, templateId);
  if (found === undefined && entry === undefined) throw notFound('template_not_found');
  if (found !== undefined) {
    const payload = { templateId, approved: false, reason, saves: found[1].saves };
    await store.execute({ type: 'reviewTemplate', payload }, asInstallation(found[0]));
  }
  if (entry !== undefined)
    await store.execute({ type: 'withdrawTemplate', payload: { templateId } }, asInstallation(systemOrganization));
  return { name: found?.[1].name ?? entry!.name };
};
