import type { DocumentReader } from '@tessera/document-store';
import { systemActor, systemOrganization, type CommandMeta } from '@tessera/kernel';
import type { AppsStore } from '../store.ts';
import type { GalleryEntry } from './entry.ts';
import type { OwnTemplate } from './evolve.ts';
import type { Template } from './schema.ts';

type Ports = { readonly documents: DocumentReader; readonly store: AppsStore };

/** What the installation itself does to the gallery of all. */
export const asInstallation = (organizationId: string): CommandMeta => ({
  actor: systemActor('apps', organizationId),
  origin: 'system',
});

export const publishedEntry = (documents: DocumentReader, id: string): Promise<GalleryEntry | undefined> =>
  documents.get<GalleryEntry>(systemOrganization, 'gallery', id);

/** A template of the gallery, whole. */
export const publishedTemplate = async (documents: DocumentReader, id: string): Promise<Template | undefined> => {
  const whole = await documents.get<{ readonly templateJson: string }>(systemOrganization, 'gallery_wholes', id);
  return whole && { ...(JSON.parse(whole.templateJson) as Template), slug: id };
};

/**
 * Takes a template out of the gallery that its builder deleted or wants there no more. Said again it is nothing, so that
 * whoever finds one that a crash left there says it again.
 */
export const settleGallery = async (
  { documents, store }: Ports,
  organizationId: string,
  templateId: string,
): Promise<void> => {
  const entry = await publishedEntry(documents, templateId);
  if (entry?.organizationId !== organizationId) return;
  const own = await documents.get<OwnTemplate>(organizationId, 'templates', templateId);
  if (own?.published === true) return;
  await store.execute({ type: 'withdrawTemplate', payload: { templateId } }, asInstallation(systemOrganization));
};
