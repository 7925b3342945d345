import { Select, TextInput, useTexts } from '@tessera/kit';
import { IconArrowRight, IconPlus, IconX } from '@tessera/kit/icons';
import { memo } from 'react';
import { fieldIcon, useTypeNames } from '../field-types/list.ts';
import { ColumnAsks } from './column-asks.tsx';
import { ColumnType, Fit, nameFault } from './column-card.tsx';
import classes from './import.module.css';
import type { ImportField, Into } from './import.resource.ts';
import { letterOf } from './rules.ts';
import { wizard } from './wizard.ts';

type CardProps = {
  readonly field: ImportField;
  readonly into: Into;
  readonly opened: boolean;
  readonly asks: boolean;
  readonly checking: boolean;
  readonly twice: boolean;
  readonly onOpen: (key: string) => void;
};

const none = 'none';
const added = 'new';

/** One column of the file and the field of the table that it fills. */
export const IntoCard = memo(({ field, into, opened, asks, checking, twice, onOpen }: CardProps) => {
  const t = useTexts('building');
  const typeName = useTypeNames();
  const letter = letterOf(field.key);
  const fault = nameFault(field, twice);
  return (
    <li
      className={classes['card']}
      data-on={opened || undefined}
      data-skip={field.deleted || undefined}
      data-column={field.key}
    >
      <span className={classes['letter']} aria-hidden="true">
        {letter}
      </span>
      <div className={classes['source']}>
        <div className="t-medium t-cut">{field.header || t(`import.match.${field.nameProblem ?? 'blank'}`)}</div>
        <div className="t-caption t-cut">{field.samples.join('  ·  ')}</div>
      </div>
      <IconArrowRight aria-hidden="true" className={classes['arrow'] ?? ''} />
      <Select
        className={classes['target'] ?? ''}
        label={t('import.into.fieldOf', { column: letter })}
        labelHidden
        value={field.deleted ? none : field.newField ? added : (field.field ?? none)}
        icon={field.deleted ? IconX : field.newField ? IconPlus : fieldIcon(field.type)}
        onChange={(next) =>
          next === added ? wizard.add(field.key) : wizard.fill(field.key, next === none ? null : next)
        }
        options={[
          { value: none, label: t('import.into.none'), icon: IconX },
          ...(into.mayAddFields ? [{ value: added, label: t('import.into.newField'), icon: IconPlus }] : []),
          ...into.fields.map(({ id, name, type, required }) => ({
            value: id,
            label: name,
            icon: fieldIcon(type),
            detail: required ? t('import.into.required') : typeName(type),
          })),
        ]}
      />
      {field.deleted ? (
        <span className={classes['fit']} />
      ) : (
        <>
          <Fit field={field} asks={asks} checking={checking} onOpen={onOpen} />
          {field.newField && (
            <div className={classes['newField']}>
              <TextInput
                className={classes['name'] ?? ''}
                label={t('import.into.nameOf', { column: letter })}
                labelHidden
                value={field.name}
                maxLength={255}
                error={fault && t(`import.match.${fault}`)}
                onChange={(name) => wizard.choose(field.key, { name })}
              />
              <ColumnType field={field} />
            </div>
          )}
          <ColumnAsks field={field} asks={asks} mayMerge={field.newField} />
        </>
      )}
    </li>
  );
});
