import { linksType, otherSideProperties, otherSideProps } from '../links.ts';
import type { FieldType } from '../type.ts';

/** The other side of a link field: the records that link to one. It is made with the link field. */
export const reference: FieldType = {
  ...linksType,
  id: 'reference',
  links: 'other',
  properties: otherSideProperties,
  props: otherSideProps,
};
