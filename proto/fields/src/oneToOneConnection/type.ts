import { linksType, owningProperties, owningProps } from '../links.ts';
import type { FieldType } from '../type.ts';

/** A link to one record of a table, which no other record has. */
export const oneToOneConnection: FieldType = {
  ...linksType,
  id: 'oneToOneConnection',
  links: 'owning',
  pairs: true,
  properties: owningProperties,
  props: owningProps(true),
};
