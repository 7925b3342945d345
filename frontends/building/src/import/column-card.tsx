import { Button, Chip, IconButton, Select, TextInput, useFormats, useTexts } from '@tessera/kit';
import { IconArrowRight, IconPlus, IconX } from '@tessera/kit/icons';
import { memo } from 'react';
import { fieldIcon } from '../grid/view/field-icon.ts';
import classes from './import.module.css';
import type { ImportField } from './import.resource.ts';
import { importTypes, letterOf, share } from './rules.ts';
import { toCheck, wizard } from './wizard.ts';

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

const Fit = ({ field, asks, checking, onOpen }: Pick<CardProps, 'field' | 'asks' | 'checking' | 'onOpen'>) => {
  const t = useTexts('building');
  const formats = useFormats();
  const open = toCheck(field);
  const part = share(field);
  // 99.99 % is not all.
  const percent = part === 1 ? 1 : Math.min(0.999, Math.max(part, field.fit.matched > 0 ? 0.001 : 0));
  const note = checking
    ? t('import.match.checking')
    : asks
      ? t('import.match.asks')
      : open > 0
        ? t('import.match.toCheck', { count: open })
        : field.fit.total === field.fit.empty
          ? t('import.match.empty')
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
      <span className={asks || open > 0 ? `t-caption ${classes['warn']}` : 't-caption'}>{note}</span>
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
  const nameError =
    field.name.trim() === '' ? t('import.match.nameNeeded') : twice ? t('import.match.nameTwice') : undefined;
  return (
    <li className={classes['card']} data-on={opened || undefined}>
      {source}
      <TextInput
        className={classes['name'] ?? ''}
        label={t('import.match.nameOf', { column: letter })}
        labelHidden
        value={field.name}
        maxLength={255}
        error={nameError}
        after={
          isKey && (
            <Chip small color="blue">
              {t('import.match.key')}
            </Chip>
          )
        }
        onChange={(name) => wizard.choose(field.key, { name })}
      />
      <Select
        className={classes['type'] ?? ''}
        label={t('import.match.typeOf', { name: field.name })}
        labelHidden
        value={field.type}
        icon={fieldIcon(field.type)}
        onChange={(type) => wizard.retype(field.key, type)}
        options={importTypes.map((type) => ({ value: type, label: t(`types.${type}`), icon: fieldIcon(type) }))}
      />
      <Fit field={field} asks={asks} checking={checking} onOpen={onOpen} />
      <span className={classes['remove']}>
        <IconButton
          label={last ? t('import.match.lastField') : t('import.match.leaveOut', { name: field.name })}
          icon={IconX}
          disabled={last}
          onClick={() => wizard.choose(field.key, { deleted: true })}
        />
      </span>
    </li>
  );
});
