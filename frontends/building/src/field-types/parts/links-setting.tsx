import { api, languageFor, Select, Switch, TextInput, useFormats } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { useTableScope } from '../scope.ts';
import type { SettingProps } from '../view.ts';
import { useLinkedTable } from './links-search.ts';
import { linkWords, said } from './links-words.ts';
import classes from './links.module.css';

type Other = {
  readonly name?: string;
  readonly multiple?: boolean;
  readonly shown?: boolean;
  readonly writable?: boolean;
};
type LinkProps = {
  readonly tableId?: string;
  readonly multiple?: boolean;
  readonly pickerFields?: readonly string[];
  readonly viewId?: string;
  readonly other?: Other;
};
const mostPicker = 3;

/** Which table a field links to, and what the links are like in the other table. */
const Linking = ({ props, onChange, fieldId, pairs }: SettingProps & { readonly pairs: boolean }) => {
  const own = useTableScope();
  const { locale } = useFormats();
  const words = linkWords[languageFor([locale])];
  const given = props as LinkProps;
  const tables = useQuery({
    queryKey: ['tables', 'to-link'],
    queryFn: ({ signal }) => api.get('/v3/tables', { signal }),
    staleTime: 30_000,
  }).data?.tables;
  const linked = useLinkedTable(given.tableId ?? '');
  const other = given.other ?? {};
  const setOther = (change: Other): void => onChange({ other: { ...other, ...change } });
  const picker = given.pickerFields ?? [];
  const choices = (linked?.fields ?? []).filter(({ id }) => id !== linked?.labelFieldId);
  return (
    <>
      <Select
        label={words.table}
        value={given.tableId ?? ''}
        options={(tables ?? []).map(({ id, label }) => ({ value: id, label }))}
        onChange={(tableId) => onChange({ tableId, pickerFields: [], viewId: '' })}
        {...(fieldId === null ? {} : { disabled: true, help: words.tableFixed })}
        searchable
      />
      {!pairs && (
        <Switch
          label={words.several}
          checked={given.multiple !== false}
          onChange={(multiple) => onChange({ multiple })}
        />
      )}
      {linked && (
        <>
          <Select
            label={words.from}
            value={given.viewId ?? ''}
            options={[
              { value: '', label: words.fromAll },
              ...linked.views.filter(({ personal }) => !personal).map(({ id, label }) => ({ value: id, label })),
            ]}
            onChange={(viewId) => onChange({ viewId })}
          />
          {Array.from({ length: Math.min(mostPicker, picker.length + 1, choices.length) }, (_, i) => (
            <Select
              key={i}
              label={words.pickerFields}
              labelHidden={i > 0}
              value={picker[i] ?? ''}
              options={[
                { value: '', label: words.pickerNone },
                ...choices
                  .filter(({ id }) => id === picker[i] || !picker.includes(id))
                  .map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(id) =>
                onChange({
                  pickerFields: [...picker.slice(0, i), ...(id === '' ? [] : [id]), ...picker.slice(i + 1)],
                })
              }
            />
          ))}
          {fieldId === null && linked.id !== own && (
            <div className={classes['other']}>
              <span style={{ font: '500 13px/20px var(--font)' }}>{said(words.other, { table: linked.label })}</span>
              <Switch label={words.shown} checked={other.shown !== false} onChange={(shown) => setOther({ shown })} />
              {other.shown !== false && (
                <TextInput
                  label={words.otherName}
                  value={other.name ?? ''}
                  maxLength={100}
                  onChange={(name) => setOther({ name })}
                />
              )}
              {!pairs && (
                <Switch
                  label={words.otherSeveral}
                  checked={other.multiple !== false}
                  onChange={(multiple) => setOther({ multiple })}
                />
              )}
            </div>
          )}
        </>
      )}
    </>
  );
};

export const LinkingSetting = (props: SettingProps) => <Linking {...props} pairs={false} />;
export const PairingSetting = (props: SettingProps) => <Linking {...props} pairs />;
