import { fieldType } from '@tessera/fields';
import type { Actor } from '@tessera/kernel';
import type { Directory } from '@tessera/runtime/directory';
import type { FormulaZone } from './check.ts';

/** The zone and language of the organization, where any of these fields may be computed by them. */
export const zoneFor = async (
  directory: Directory,
  actor: Actor,
  fields: readonly { readonly type?: string | undefined; readonly props?: object | undefined }[],
): Promise<FormulaZone | undefined> => {
  const computes = ({ type, props }: (typeof fields)[number]): boolean =>
    fieldType(type ?? '')?.derived !== undefined || (props !== undefined && 'formula' in props);
  if (!fields.some(computes)) return undefined;
  const { timezone, language } = await directory.facts(actor);
  return { timezone, locale: language };
};
