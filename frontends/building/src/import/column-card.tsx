import { Button, Chip, IconButton, Select, TextInput, useFormats, useTexts } from '@tessera/kit';
import { IconArrowRight, IconPlus, IconX } from '@tessera/kit/icons';
import { memo } from 'react';
import { fieldIcon, useTypeNames } from '../field-types/list.ts';
import { ColumnAsks } from './column-asks.tsx';
import classes from './import.module.css';
import type { ImportField } from './import.resource.ts';
import { letterOf, share } from './rules.ts';
import { importTypes, linkType } from './types.ts';
import { changing, wizard } from './wizard.ts';

type CardProps = {
  readonly field: ImportField;
  readonly opened: boolean;
  readonly asks: boolean;
  readonly checking: boolean;
  readonly twice: boolean;
  readonly isKey: boolean;
  readonly last: boolean;
  readonly onOpen: (key: string) => void;
};

/** The type that a column gets as a field of its own. */
export const ColumnType = ({ field }: Pick<CardProps, 'field'>) => {
  const t = useTexts('building');
  const typeName = useTypeNames();
  const type = field.asTable ? linkType : field.type;
  return (
    <Select
      className={classes['type'] ?? ''}
      label={t('import.match.typeOf', { name: field.name })}
      labelHidden
      value={type}
      icon={fieldIcon(type)}
      onChange={(chosen) => wizard.retype(field.key, chosen)}
      options={[...(field.asTable ? [linkType] : []), ...importTypes].map((one) => ({
        value: one,
        label: typeName(one),
        icon: fieldIcon(one),
      }))}
    />
  );
};

/** What is wrong with the name of a field: a key of the texts of matching. */
export const nameFault = (field: ImportField, twice: boolean): 'nameNeeded' | 'nameTwice' | undefined =>
  field.name.trim() === '' ? 'nameNeeded' : twice ? 'nameTwice' : undefined;

export const Fit = ({ field, asks, checking, onOpen }: Pick<CardProps, 'field' | 'asks' | 'checking' | 'onOpen'>) => {
  const t = useTexts('building');
  const formats = useFormats();
  const open = field.emptied;
  const part = share(field);
  // 99.99 % is not all.
  const percent = part === 1 ? 1 : Math.min(0.999, Math.max(part, field.fit.matched > 0 ? 0.001 : 0));
  const note = checking
    ? t('import.match.checking')
    : asks
      ? t('import.match.asks')
      : field.fit.altered > 0
        ? t('import.match.altered', { count: changing(field) })
        : open > 0
          ? t('import.match.toCheck', { count: open })
          : field.fit.total === field.fit.empty
            ? t('import.match.empty')
            : field.fit.rounded > 0
              ? t('import.match.rounded', { count: field.fit.rounded })
              : field.fit.joined > 0
                ? t('import.match.joined', { count: field.fit.joined })
                : field.staysText
                  ? t('import.match.staysText')
                  : t('import.match.allFit');
  return (
    <button
      type="button"
      className={classes['fit']}
      data-whole={part === 1 || undefined}
      aria-label={`${t('import.match.open', { name: field.name })}: ${formats.percent(percent)}, ${note}`}
      onClick={() => onOpen(field.key)}
    >
      <b>{formats.percent(percent)}</b>
      <span className={asks || changing(field) > 0 ? `t-caption ${classes['warn']}` : 't-caption'}>{note}</span>
    </button>
  );
};

/** One column of the file and the field that it becomes. */
export const ColumnCard = memo(({ field, opened, asks, checking, twice, isKey, last, onOpen }: CardProps) => {
  const t = useTexts('building');
  const letter = letterOf(field.key);
  const source = (
    <>
      <span className={classes['letter']} aria-hidden="true">
        {letter}
      </span>
      <div className={classes['source']}>
        <div className="t-medium t-cut">{field.header || t(`import.match.${field.nameProblem ?? 'blank'}`)}</div>
        <div className="t-caption t-cut">
          {field.nameProblem === 'duplicate' ? t('import.match.duplicate') : field.samples.join('  ·  ')}
        </div>
      </div>
      <IconArrowRight aria-hidden="true" className={classes['arrow'] ?? ''} />
    </>
  );
  if (field.deleted) {
    return (
      <li className={classes['card']} data-skip="">
        {source}
        <span className={classes['left']}>{t('import.match.leftOut')}</span>
        <Button
          variant="quiet"
          size="toolbar"
          icon={IconPlus}
          onClick={() => wizard.choose(field.key, { deleted: false })}
        >
          {t('import.match.include')}
        </Button>
      </li>
    );
  }
  const fault = nameFault(field, twice);
  return (
    <li className={classes['card']} data-on={opened || undefined} data-column={field.key}>
      {source}
      <TextInput
        className={classes['name'] ?? ''}
        label={t('import.match.nameOf', { column: letter })}
        labelHidden
        value={field.name}
        maxLength={255}
        error={fault && t(`import.match.${fault}`)}
        after={
          isKey && (
            <Chip small color="blue">
              {t('import.match.key')}
            </Chip>
          )
        }
        onChange={(name) => wizard.choose(field.key, { name })}
      />
      <ColumnType field={field} />
      <Fit field={field} asks={asks} checking={checking} onOpen={onOpen} />
      <span className={classes['remove']}>
        <IconButton
          label={last ? t('import.match.lastField') : t('import.match.leaveOut', { name: field.name })}
          icon={IconX}
          disabled={last}
          onClick={() => wizard.choose(field.key, { deleted: true })}
        />
      </span>
      <ColumnAsks field={field} asks={asks} mayMerge mayBeTable={!isKey} />
    </li>
  );
});
