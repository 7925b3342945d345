import type { OwnTemplate } from './evolve.ts';
import type { Template } from './schema.ts';

/** A template of an organization's own, as it is read. */
export const templateIn = ({ id, templateJson }: OwnTemplate): Template => ({
  ...(JSON.parse(templateJson) as Template),
  slug: id,
});
