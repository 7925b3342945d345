import { fieldType, isChoice, isList } from '@tessera/fields';
import { Select } from '@tessera/kit';
import type { SettingProps } from '../view.ts';

const holdsOneOption = (type: string): boolean => {
  const { storage } = fieldType(type) ?? {};
  return storage !== undefined && isChoice(storage) && !isList(storage);
};

/** Of which choice, and of which of its options, the time is told. */
export const StageSetting = ({ props, onChange, fields, fieldId: own, labels }: SettingProps) => {
  const choices = fields.filter(({ id, type }) => id !== own && holdsOneOption(type));
  const choice = choices.find(({ id }) => id === props['fieldId']);
  return (
    <>
      <Select
        label={labels['field'] ?? ''}
        value={choice?.id ?? ''}
        options={choices.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(fieldId) => onChange({ fieldId, optionId: undefined })}
      />
      {choice && (
        <Select
          label={labels['option'] ?? ''}
          value={typeof props['optionId'] === 'string' ? props['optionId'] : ''}
          options={(choice.props.options ?? []).map(({ id, label }) => ({ value: id, label }))}
          onChange={(optionId) => onChange({ optionId })}
        />
      )}
    </>
  );
};
