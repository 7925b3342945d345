import { fieldType, isChoice, isList } from '@tessera/fields';
import { type Language, languageFor, NumberInput, Select, Switch, useFormats } from '@tessera/kit';
import type { SettingProps } from '../view.ts';

const holdsOneOption = (type: string): boolean => {
  const { storage } = fieldType(type) ?? {};
  return storage !== undefined && isChoice(storage) && !isList(storage);
};

/** What people read of limits, in each language. */
const inLanguages: Readonly<Record<Language, Readonly<Record<'warn' | 'late' | 'working', string>>>> = {
  en: { warn: 'Warn after hours', late: 'Late after hours', working: 'Count working days alone' },
  pt: { warn: 'Avisar depois de horas', late: 'Atrasado depois de horas', working: 'Contar só dias úteis' },
  es: { warn: 'Avisar tras horas', late: 'Con retraso tras horas', working: 'Contar solo días laborables' },
};

/** A year, as the type has it. */
const mostHours = 8_760;

/** Of which choice, and of which of its options, the time is told. */
export const StageSetting = ({ props, onChange, fields, fieldId: own, labels }: SettingProps) => {
  const words = inLanguages[languageFor([useFormats().locale])];
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
      {(['warn', 'late'] as const).map((limit) => (
        <NumberInput
          key={limit}
          label={words[limit]}
          min={1}
          max={mostHours}
          value={typeof props[limit] === 'number' ? props[limit] : null}
          onChange={(hours) => onChange({ [limit]: hours ?? undefined })}
        />
      ))}
      {(props['warn'] !== undefined || props['late'] !== undefined) && (
        <Switch
          label={words.working}
          checked={props['working'] === true}
          onChange={(working) => onChange({ working: working || undefined })}
        />
      )}
    </>
  );
};
