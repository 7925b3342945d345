import type { Field, Person, Table, User } from '@tessera/kit';
import { Button, cx, useTexts } from '@tessera/kit';
import { IconChevronDown } from '@tessera/kit/icons';
import { type CSSProperties, useState } from 'react';
import type { ShownRecord } from '../data/cut-text.ts';
import type { RecordEdits } from '../data/edits.ts';
import { useRuled } from '../conditionals/use-ruled.ts';
import { type Habits, isEmpty } from '../data/values.ts';
import type { EditorResult } from '../data/entered.ts';
import { fieldIcon, viewOf } from '../field-types/list.ts';
import { ButtonValue } from './button-value.tsx';
import { FieldValue } from './field-value.tsx';
import { MarkValue } from './mark-value.tsx';
import classes from './record.module.css';

export type RecordFieldsProps = {
  readonly table: Table;
  readonly record: ShownRecord;
  readonly edits: RecordEdits | undefined;
  readonly habits: Habits;
  readonly users: readonly User[];
  readonly people: readonly Person[];
  readonly phone?: boolean;
  readonly onResult: (field: Field, result: EditorResult) => void;
  readonly onMark: (field: Field, on: boolean) => void;
  readonly onDiscard: (field: Field) => void;
  readonly onNewOption?: (field: Field, label: string) => string;
  readonly onUseMine: (field: Field) => void;
  readonly onPlace: (field: Field, editing: boolean) => void;
};

/** The fields of a record, one below the other; empty ones fold away behind their count. */
export const RecordFields = ({
  table,
  record,
  edits,
  habits,
  users,
  people,
  phone = false,
  onResult,
  onMark,
  onDiscard,
  onUseMine,
  onNewOption,
  onPlace,
}: RecordFieldsProps) => {
  const t = useTexts('building');
  const [all, setAll] = useState(false);
  const ruled = useRuled(table, record.fields);
  // A field that is hidden now stays while something that was typed into it is not saved.
  const fields = table.fields.filter(
    ({ id }) => id !== table.labelFieldId && (!ruled(id).hidden || edits?.[id] !== undefined),
  );
  const editable = table.rights.canEditRecords && !table.rights.isReadOnly;
  const empty = fields.filter(
    (field) =>
      isEmpty(record.fields[field.id]) && !viewOf(field.type).button && !viewOf(field.type).mark && !edits?.[field.id],
  );
  const folds = !all && !editable && empty.length > 2;
  const shown = folds ? fields.filter((field) => !empty.includes(field)) : fields;
  return (
    <div className={cx(classes['fields'], phone && classes['fieldsPhone'])} data-fields>
      {shown.map((field) => {
        const Icon = fieldIcon(field.type);
        const person = people.find((one) => one.recordId === record.id && one.fieldId === field.id);
        return (
          <div
            key={field.id}
            className={classes['field']}
            style={person ? ({ '--presence': `var(--presence-${person.color})` } as CSSProperties) : undefined}
            data-presence={person ? true : undefined}
          >
            <span className={classes['name']} title={field.description === '' ? undefined : field.description}>
              <Icon aria-hidden="true" />
              <span className="t-cut">
                {field.name}
                {(field.required || ruled(field.id).required) && (
                  <span className={classes['required']} title={t('field.required')}>
                    {' '}
                    *
                  </span>
                )}
              </span>
            </span>
            {viewOf(field.type).button ? (
              <ButtonValue table={table} field={field} recordId={record.id} users={users} habits={habits} />
            ) : viewOf(field.type).mark ? (
              <MarkValue field={field} on={record.fields[field.id] === true} onMark={(on) => onMark(field, on)} />
            ) : (
              <FieldValue
                field={field}
                record={record.id}
                value={record.fields[field.id]}
                habits={habits}
                users={users}
                readOnly={!editable || ruled(field.id).readOnly}
                edit={edits?.[field.id]}
                onChange={(value) => onResult(field, { value })}
                onResult={(result) => onResult(field, result)}
                {...(onNewOption ? { onNewOption } : {})}
                onDiscard={() => onDiscard(field)}
                onUseMine={() => onUseMine(field)}
                onFocusChange={(editing) => onPlace(field, editing)}
              />
            )}
            {person && <span className={classes['tag']}>{person.name}</span>}
          </div>
        );
      })}
      {folds && (
        <Button size="toolbar" variant="quiet" icon={IconChevronDown} onClick={() => setAll(true)}>
          {t('record.emptyFields', { count: empty.length })}
        </Button>
      )}
    </div>
  );
};
