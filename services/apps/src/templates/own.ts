import type { OwnTemplate } from './evolve.ts';
import type { statuses, Template } from './schema.ts';

/** A template of an organization's own, as it is read. */
export const templateIn = ({ id, templateJson }: OwnTemplate): Template => ({
  ...(JSON.parse(templateJson) as Template),
  slug: id,
});

const status = { none: 'Saved', asked: 'Waiting for approval', approved: 'Published', refused: 'Refused' } as const;
export const statusOf = ({ review }: OwnTemplate): (typeof statuses)[number] => status[review];
