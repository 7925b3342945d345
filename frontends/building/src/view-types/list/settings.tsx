import { Select, useTexts } from '@tessera/kit';
import { hasOptions } from '@tessera/fields';
import { fieldIcon } from '../../field-types/list.ts';
import type { SettingsProps } from '../view.ts';

const nothing = '';

/** By which field the lines of a list are coloured. */
export const ListSettings = ({ table, state, labels }: SettingsProps) => {
  const t = useTexts('building');
  const { config, change } = state;
  return (
    <Select
      label={labels['color'] ?? ''}
      value={typeof config['color'] === 'string' ? config['color'] : nothing}
      options={[
        { value: nothing, label: t('board.nothing') },
        ...table.fields
          .filter(({ type }) => hasOptions(type))
          .map(({ id, name, type }) => ({ value: id as string, label: name, icon: fieldIcon(type) })),
      ]}
      onChange={(id) =>
        change((before) => {
          const { color: _before, ...rest } = before as Readonly<Record<string, unknown>>;
          return (id === nothing ? rest : { ...rest, color: id }) as unknown as typeof before;
        })
      }
    />
  );
};
