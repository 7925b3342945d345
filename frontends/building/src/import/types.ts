import { fieldType, fieldTypes, isDated, isNumber } from '@tessera/fields';

/** Types that a column of a file may become, in the order in which they are offered. */
export const importTypes = fieldTypes
  .filter(({ system, links, unwritten }) => system === undefined && links === undefined && unwritten === undefined)
  .map(({ id }) => id);

/** The type of a column that becomes a table of its own. */
export const linkType = fieldTypes.find(({ links, pairs }) => links === 'owning' && pairs === undefined)!.id;

/** How a column may be read, as choices that differ for its values. */
export const readings = (type: string): 'date' | 'number' | null => {
  const storage = fieldType(type)?.storage;
  return isDated(storage) ? 'date' : isNumber(storage) ? 'number' : null;
};
