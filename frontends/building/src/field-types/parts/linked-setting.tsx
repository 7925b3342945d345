import { elementOf, fieldType, rollupFunctions, rollupTakes, type RollupFunction } from '@tessera/fields';
import { languageFor, Select, useFormats } from '@tessera/kit';
import type { SettingProps } from '../view.ts';
import { linkedWords } from './linked-words.ts';
import { useLinkedTable } from './links-search.ts';
import { said } from './links-words.ts';
import classes from './links.module.css';

type Given = {
  readonly linkFieldId?: string;
  readonly fieldId?: string;
  readonly function?: RollupFunction;
};

/** Along which links a field looks, at what, and what it makes of it; and who sees that. */
const Looking = ({
  props,
  onChange,
  fields,
  fieldId: own,
  of,
}: SettingProps & { readonly of: 'values' | 'rolled' | 'records' }) => {
  const { locale } = useFormats();
  const words = linkedWords[languageFor([locale])];
  const given = props as Given;
  const links = fields.filter(({ id, type }) => id !== own && fieldType(type)?.links !== undefined);
  const link = links.find(({ id }) => id === given.linkFieldId);
  const linked = useLinkedTable(((link?.props ?? {}) as { readonly tableId?: string }).tableId ?? '');
  const sources = (linked?.fields ?? []).filter((one) => one.id !== own && elementOf(one) !== undefined);
  const source = sources.find(({ id }) => id === given.fieldId);
  const element = source && elementOf(source);
  const made = rollupFunctions.filter((one) => element === undefined || rollupTakes(one, element));
  if (links.length === 0) return <p className={classes['told']}>{words.noLink}</p>;
  return (
    <>
      <Select
        label={words.link}
        value={link?.id ?? ''}
        options={links.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(linkFieldId) => onChange({ linkFieldId, ...(of !== 'records' && { fieldId: undefined }) })}
      />
      {linked && of !== 'records' && (
        <Select
          label={said(words.field, { table: linked.label })}
          value={source?.id ?? ''}
          options={sources.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(fieldId) => onChange({ fieldId })}
          searchable
        />
      )}
      {linked && of === 'rolled' && source && (
        <Select
          label={words.made}
          value={given.function ?? ''}
          options={made.map((value) => ({ value, label: words.functions[value] }))}
          onChange={(value) => onChange({ function: value as RollupFunction })}
          searchable={false}
        />
      )}
      {linked && (source || of === 'records') && (
        <p className={classes['told']}>
          {said(source ? words.shows : words.counts, { table: linked.label, field: source?.name ?? '' })}
        </p>
      )}
    </>
  );
};

export const LookupSetting = (props: SettingProps) => <Looking {...props} of="values" />;
export const RollupSetting = (props: SettingProps) => <Looking {...props} of="rolled" />;
export const CountSetting = (props: SettingProps) => <Looking {...props} of="records" />;
