import { button, buttonProperties, labelProps } from '../button-type.ts';
import { choice, type PropsOf } from '../property.ts';
import type { FieldType } from '../type.ts';

const properties = { ...buttonProperties, open_as: choice('side_panel', 'full_screen') } as const;
type Props = PropsOf<typeof properties>;

/** A button that opens its record: beside the table, or as a page. */
export const openRecordBtn: FieldType<Props> = {
  ...button,
  id: 'openRecordBtn',
  format: { takes: 'Nothing: it is a button, and has no value.', example: null },
  properties,
  needs: ({ open_as: way }) => (way === 'full_screen' ? 'advancedDevFeatures' : undefined),
  props: (input) => ({ ...labelProps(input), open_as: input.open_as ?? 'side_panel' }),
};
