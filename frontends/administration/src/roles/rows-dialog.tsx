import {
  Button,
  Dialog,
  ErrorState,
  IconButton,
  Loading,
  Segmented,
  Select,
  Skeleton,
  TextInput,
  useFormats,
  useTexts,
} from '@tessera/kit';
import { IconPlus, IconX } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ruleIn, withRows, type Data } from './model.ts';
import classes from './roles.module.css';
import { peopleQuery, tableFieldsQuery } from './roles.resource.ts';
import {
  emptyRow,
  kindOf,
  operatorsOf,
  rowsOf,
  ruleOf,
  type FieldOf,
  type OperatorId,
  type Row,
  type Rows,
} from './rows.ts';
import { choicesOf, rowsSaid, type Words } from './words.ts';

type Person = { readonly id: string; readonly name: string };

const useWords = (): Words => {
  const t = useTexts('administration');
  const { list } = useFormats();
  return { t: (key, values) => t(key, values ?? {}), list };
};

/** What a rule comes to, as one reads it. */
const Sentence = ({
  table,
  rows,
  fields,
  people,
}: {
  readonly table: string;
  readonly rows: Rows;
  readonly fields: readonly FieldOf[];
  readonly people: readonly Person[];
}) => {
  const words = useWords();
  return (
    <p className={classes['words']} role="status">
      <strong>{words.t('role.plain')}</strong>{' '}
      {words.t('role.rows.sentence', { table, what: rowsSaid(rows, fields, people, words) })}
    </p>
  );
};

const Condition = ({
  row,
  fields,
  people,
  disabled,
  onChange,
  onRemove,
}: {
  readonly row: Row;
  readonly fields: readonly FieldOf[];
  readonly people: readonly Person[];
  readonly disabled: boolean;
  readonly onChange: (row: Row) => void;
  readonly onRemove: () => void;
}) => {
  const t = useTexts('administration');
  const words = useWords();
  const field = fields.find((one) => one.id === row.fieldId);
  const chosen = choicesOf(field, row.operator, people, words);
  return (
    <li className={classes['condition']}>
      <Select
        label={t('role.rows.field')}
        labelHidden
        disabled={disabled}
        value={row.fieldId === '' ? null : row.fieldId}
        options={fields.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(fieldId) => {
          const [first] = operatorsOf(fields.find((one) => one.id === fieldId));
          onChange({ fieldId, operator: first?.id ?? '', value: '' });
        }}
      />
      {field !== undefined && (
        <Select
          label={t('role.rows.operator')}
          labelHidden
          disabled={disabled}
          value={row.operator}
          options={operatorsOf(field).map(({ id }) => ({
            value: id,
            label: t(`role.rows.operators.${id as OperatorId}`),
          }))}
          onChange={(operator) =>
            onChange({
              ...row,
              operator,
              value: kindOf(field, operator) === kindOf(field, row.operator) ? row.value : '',
            })
          }
        />
      )}
      {chosen !== undefined && (
        <Select
          label={t('role.rows.value')}
          labelHidden
          disabled={disabled}
          value={row.value === '' ? null : row.value}
          options={chosen}
          onChange={(value) => onChange({ ...row, value })}
        />
      )}
      {field !== undefined && chosen === undefined && kindOf(field, row.operator) !== 'none' && (
        <TextInput
          label={t('role.rows.value')}
          labelHidden
          disabled={disabled}
          placeholder={t('role.rows.value')}
          value={row.value}
          onChange={(value) => onChange({ ...row, value })}
        />
      )}
      {!disabled && <IconButton icon={IconX} label={t('role.rows.remove')} onClick={onRemove} />}
    </li>
  );
};

/** Which records of a table a role shows. */
export const RowsDialog = ({
  table,
  data,
  disabled,
  onChange,
  onClose,
}: {
  readonly table: { readonly id: string; readonly label: string };
  readonly data: Data;
  readonly disabled: boolean;
  readonly onChange: (data: Data) => void;
  readonly onClose: () => void;
}) => {
  const t = useTexts('administration');
  const { data: all, error, refetch } = useQuery(tableFieldsQuery(table.id));
  const { data: people = [] } = useQuery(peopleQuery);
  const [draft, setDraft] = useState<Rows | null>(null);
  const rule = ruleIn(data, table.id);
  const fields = all?.filter((field) => operatorsOf(field).length > 0);
  const built = draft ?? (fields && rowsOf(rule, fields));
  const change = (next: Rows): void => {
    setDraft(next);
    const made = fields && ruleOf(next, fields);
    if (made !== undefined) onChange(withRows(data, table.id, made));
  };
  const every = (): void => {
    setDraft(null);
    if (rule !== undefined) onChange(withRows(data, table.id, undefined));
  };
  const some = rule !== undefined || draft !== null;
  return (
    <Dialog
      opened
      onClose={onClose}
      size="medium"
      title={t('role.rows.title', { table: table.label })}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('kit:close')}
        </Button>
      }
    >
      {error !== null && <ErrorState title={t('role.fieldsError')} error={error} onRetry={() => void refetch()} />}
      {fields === undefined && error === null && (
        <Loading>
          {[180, 220].map((width) => (
            <div key={width} className={classes['item']}>
              <Skeleton width={width} />
            </div>
          ))}
        </Loading>
      )}
      {fields !== undefined && (
        <div className={classes['rowRules']}>
          <Segmented
            label={t('role.rows.title', { table: table.label })}
            value={some ? 'some' : 'all'}
            onChange={(one) => {
              if (one === 'all') every();
              else if (!some) setDraft({ joint: 'and', rows: [emptyRow] });
            }}
            options={(['all', 'some'] as const).map((one) => ({ value: one, label: t(`role.rows.${one}`), disabled }))}
          />
          {built === undefined && <p className="t-secondary">{t('role.rows.byHand')}</p>}
          {built !== undefined && some && (
            <>
              {built.rows.length > 1 && (
                <Segmented
                  label={t('role.rows.joint')}
                  value={built.joint}
                  onChange={(joint) => change({ ...built, joint })}
                  options={(['and', 'or'] as const).map((one) => ({
                    value: one,
                    label: t(`role.rows.joints.${one}`),
                    disabled,
                  }))}
                />
              )}
              <ul className={classes['conditions']} aria-label={t('role.rows.conditions')}>
                {built.rows.map((row, at) => (
                  <Condition
                    // oxlint-disable-next-line react/no-array-index-key -- conditions have no ids, and stay in their order
                    key={at}
                    row={row}
                    fields={fields}
                    people={people}
                    disabled={disabled}
                    onChange={(next) => change({ ...built, rows: built.rows.with(at, next) })}
                    onRemove={() =>
                      built.rows.length === 1
                        ? every()
                        : change({ ...built, rows: built.rows.filter((_, one) => one !== at) })
                    }
                  />
                ))}
              </ul>
              {!disabled && (
                <Button
                  variant="text"
                  size="toolbar"
                  icon={IconPlus}
                  onClick={() => change({ ...built, rows: [...built.rows, emptyRow] })}
                >
                  {t('role.rows.add')}
                </Button>
              )}
              {ruleOf(built, fields) === undefined ? (
                <p className="t-secondary" role="status">
                  {t('role.rows.unfinished')}
                </p>
              ) : (
                <Sentence table={table.label} rows={built} fields={fields} people={people} />
              )}
            </>
          )}
        </div>
      )}
    </Dialog>
  );
};
