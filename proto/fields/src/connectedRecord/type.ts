import { linksType, owningProperties, owningProps } from '../links.ts';
import type { FieldType } from '../type.ts';

/** Links to records of a table, the own one included. */
export const connectedRecord: FieldType = {
  ...linksType,
  id: 'connectedRecord',
  links: 'owning',
  properties: owningProperties,
  props: owningProps(false),
};
