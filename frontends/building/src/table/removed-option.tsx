import { typeOfField } from '@tessera/fields';
import { type Field, Select, type SelectOption, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { tableApi } from './table.resource.ts';

type RemovedOptionProps = {
  readonly tableId: string;
  readonly field: Field;
  readonly option: SelectOption;
  readonly left: readonly SelectOption[];
  readonly value: string;
  readonly onChange: (id: string) => void;
};

/** An option that goes: how many records have it, those in the trash too, and what they get instead. */
export const RemovedOption = ({ tableId, field, option, left, value, onChange }: RemovedOptionProps) => {
  const t = useTexts('building');
  const operator = typeOfField(field)?.operators.find((one) => one.value === 'options')?.id ?? '';
  const filter = { fieldId: field.id, operator, value: [option.id] };
  const used = useQuery({
    queryKey: ['option-used', tableId, field.id, option.id],
    queryFn: ({ signal }) =>
      Promise.all([
        tableApi.count(tableId, { filter }, signal).then(({ total }) => total),
        tableApi.count(tableId, { filter, deleted: true }, signal).then(
          ({ total }) => total,
          () => 0,
        ),
      ]),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const [live, deleted] = used.data ?? [0, 0];
  const help =
    used.data === undefined
      ? ' '
      : [t('options.used', { count: live }), ...(deleted > 0 ? [t('options.inTrash', { count: deleted })] : [])].join(
          ' ',
        );
  return (
    <Select
      label={t('options.replace', { name: option.label })}
      value={value}
      help={help}
      options={[
        ...(field.required ? [] : [{ value: '', label: t('options.empty') }]),
        ...left.map(({ id, label }) => ({ value: id, label })),
      ]}
      onChange={onChange}
    />
  );
};
