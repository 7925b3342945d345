import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import { Button, Radios } from '@tessera/kit';
import { optionValues } from '../parts/filter-values.tsx';
import { OptionEditor } from '../parts/list-editor.tsx';
import { OptionChip, optionCell } from '../parts/option-cell.tsx';
import { OptionsSetting } from '../parts/options-later.ts';
import type { ControlProps, FieldTypeView } from '../view.ts';

/** More would push everything else out of sight: then they are searched in a list. */
const mostInSight = 12;

const Options = ({ field, value, label, clear, onChange }: ControlProps) => (
  <div style={{ display: 'grid', gap: 8, justifyItems: 'start', paddingBlock: 4 }}>
    <Radios
      label={label}
      value={typeof value === 'string' ? value : ''}
      options={(field.props.options ?? []).map((option) => ({
        value: option.id,
        label: <OptionChip option={option} size={20} />,
      }))}
      onChange={onChange}
    />
    {typeof value === 'string' && (
      <Button size="toolbar" variant="quiet" onClick={() => onChange(null)}>
        {clear}
      </Button>
    )}
  </div>
);

export const radioSelect: FieldTypeView = {
  texts: {
    en: { name: 'Radio buttons' },
    pt: { name: 'Botões de opção' },
    es: { name: 'Botones de opción' },
  },
  icon: IconListDetails,
  cell: optionCell,
  room: 20,
  entry: { by: 'choosing', Editor: OptionEditor },
  Control: Options,
  controls: ({ props }) => (props.options ?? []).length <= mostInSight,
  settings: [OptionsSetting],
  filterValues: optionValues,
  card: { part: 'chips', yields: true },
};
