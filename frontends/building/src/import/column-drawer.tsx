import { fieldType } from '@tessera/fields';
import { Button, Check, Chip, IconButton, Select, TextInput, useFormats, useLayer, useTexts } from '@tessera/kit';
import { IconAlertTriangle, IconChevronDown, IconChevronUp, IconX } from '@tessera/kit/icons';
import { useEffect, useRef } from 'react';
import classes from './import.module.css';
import type { ImportField, Misfit, ReadAs } from './import.resource.ts';
import { knownReasons, readings, share } from './rules.ts';
import { useWizard, wizard } from './wizard.ts';

type DrawerProps = {
  readonly field: ImportField;
  readonly asks: boolean;
  readonly timezone: string;
  readonly onClose: () => void;
  readonly onStep: (by: 1 | -1) => void;
};

const ReadAsSelect = ({ field }: { field: ImportField }) => {
  const t = useTexts('building');
  const kind = readings(field.type);
  if (kind === null) return null;
  const { readAs } = field;
  const example = field.ambiguous?.kind === 'serial' ? field.ambiguous.example : '45657';
  const options =
    kind === 'date'
      ? [
          { value: 'dayFirst', label: t('import.drawer.dayFirst', { example: '31/12/2026' }) },
          { value: 'monthFirst', label: t('import.drawer.monthFirst', { example: '12/31/2026' }) },
          { value: 'serial', label: t('import.drawer.serial', { example }) },
        ]
      : [
          { value: 'point', label: t('import.drawer.point') },
          { value: 'comma', label: t('import.drawer.comma') },
        ];
  const value =
    kind === 'date'
      ? readAs.serialDates
        ? 'serial'
        : readAs.dayFirst
          ? 'dayFirst'
          : 'monthFirst'
      : readAs.decimal === ','
        ? 'comma'
        : 'point';
  const chosen: Readonly<Record<string, Partial<ReadAs>>> = {
    dayFirst: { dayFirst: true, serialDates: false },
    monthFirst: { dayFirst: false, serialDates: false },
    serial: { serialDates: true },
    point: { decimal: '.' },
    comma: { decimal: ',' },
  };
  return (
    <div className={classes['readAs']}>
      <span aria-hidden="true">{t('import.drawer.readAs')}</span>
      <Select
        label={t('import.drawer.readAs')}
        labelHidden
        value={value}
        options={options}
        onChange={(next) => wizard.choose(field.key, { readAs: chosen[next] ?? {} })}
      />
    </div>
  );
};

/** Whether the text that shall stand for a value fits itself. People are known to the server alone. */
const replacementFits = (field: ImportField, text: string, timezone: string): boolean => {
  const type = fieldType(field.type);
  if (!type || text === '' || type.storage === 'user') return true;
  try {
    type.fromText(text, field.props, { ...field.readAs, timezone, strict: true });
    return true;
  } catch {
    return false;
  }
};

const MisfitRow = ({ field, misfit, timezone }: { field: ImportField; misfit: Misfit; timezone: string }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const text = field.replacements.find((one) => one.value === misfit.value)?.text ?? '';
  const reason = misfit.reason.replaceAll('.', '_');
  const change = (next: string): void => {
    const others = field.replacements.filter((one) => one.value !== misfit.value);
    wizard.choose(field.key, { replacements: next === '' ? others : [...others, { value: misfit.value, text: next }] });
  };
  return (
    <li className={classes['misfit']}>
      <div>
        <div className={classes['value']}>
          <span className="t-medium t-num t-cut" title={misfit.value}>
            {misfit.value}
          </span>
        </div>
        <div className="t-caption">
          {t(`import.reasons.${knownReasons.has(reason) ? reason : 'other'}`)} ·{' '}
          {t('import.drawer.rows', { count: misfit.count, row: formats.number(misfit.row) })}
        </div>
      </div>
      <TextInput
        label={t('import.drawer.instead', { value: misfit.value })}
        labelHidden
        size="toolbar"
        value={text}
        placeholder={t('import.drawer.leaveEmpty')}
        onChange={change}
        error={replacementFits(field, text, timezone) ? undefined : t('import.drawer.wrong')}
      />
    </li>
  );
};

/** Whether the column tells records apart, and which of its values would have to be changed in the file for that. */
const KeyChoice = ({ field }: { field: ImportField }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const { config, proposal } = useWizard();
  if (fieldType(field.type)?.keyable !== true) return null;
  const chosen = config?.primaryKey === field.key;
  const found = chosen && proposal?.key?.key === field.key ? proposal.key : null;
  return (
    <div className={classes['about']}>
      <Check label={t('import.drawer.key')} checked={chosen} onChange={(on) => wizard.key(on ? field.key : null)} />
      {found !== null && found.repeated > 0 && (
        <>
          <p className={classes['ask']} role="alert">
            <IconAlertTriangle aria-hidden="true" />
            {t('import.drawer.keyTwice', { count: found.repeated })}
          </p>
          <ul>
            {found.values.map(({ value, rows }) => (
              <li key={value} className="t-caption">
                {t('import.drawer.keyRows', { value, rows: rows.map((row) => formats.number(row)).join(', ') })}
              </li>
            ))}
          </ul>
        </>
      )}
      {found !== null && found.repeated === 0 && <p role="status">{t('import.drawer.keyFits')}</p>}
    </div>
  );
};

/** What of a column does not fit, and what becomes of it. */
export const ColumnDrawer = ({ field, asks, timezone, onClose, onStep }: DrawerProps) => {
  const t = useTexts('building');
  const { fit } = field;
  const values = fit.total - fit.empty;
  const misfits = values - fit.matched;
  const type = t(`types.${field.type}`);
  const root = useRef<HTMLElement>(null);
  useLayer('panel', true, onClose);
  useEffect(() => {
    root.current?.focus({ preventScroll: true });
  }, []);
  const options =
    (field.type === 'select' || field.type === 'multipleSelect') && field.props.options ? field.props.options : null;
  return (
    <aside ref={root} className={classes['drawer']} tabIndex={-1} aria-label={field.name}>
      <header className={classes['drawerHead']}>
        <h2 className="t-cut">{field.name}</h2>
        <IconButton label={t('import.drawer.previous')} icon={IconChevronUp} onClick={() => onStep(-1)} />
        <IconButton label={t('import.drawer.next')} icon={IconChevronDown} onClick={() => onStep(1)} />
        <IconButton label={t('cancel')} icon={IconX} onClick={onClose} />
      </header>
      <div className={classes['drawerBody']}>
        <div className={classes['about']}>
          <p role="status">
            {values === 0
              ? t('import.drawer.none')
              : misfits === 0
                ? t('import.drawer.fits', { count: values, type })
                : t('import.drawer.misfits', { count: values, misfits, type })}
          </p>
          {values > 0 && (
            <div className={classes['bar']} aria-hidden="true">
              <i style={{ transform: `scaleX(${share(field)})` }} />
            </div>
          )}
          {fit.rounded > 0 && <p>{t('import.drawer.rounded', { count: fit.rounded })}</p>}
          {asks && field.ambiguous && (
            <p className={classes['ask']}>
              <IconAlertTriangle aria-hidden="true" />
              {field.ambiguous.mixed
                ? t('import.drawer.mixed', { example: field.ambiguous.example })
                : t(`import.drawer.ask.${field.ambiguous.kind}`, { example: field.ambiguous.example })}
            </p>
          )}
          <ReadAsSelect field={field} />
        </div>
        <KeyChoice field={field} />
        {options && (
          <>
            <div className={classes['kinds']}>
              <span>{t('import.drawer.options')}</span>
              <span className="t-caption">{t('import.drawer.optionsText', { count: options.length })}</span>
            </div>
            <div className={classes['chips']}>
              {options.slice(0, 60).map((option) => (
                <Chip key={option.id} color={option.color} small>
                  {option.label}
                </Chip>
              ))}
            </div>
          </>
        )}
        {fit.misfits.length > 0 && (
          <>
            <div className={classes['kinds']}>
              <span>{t('import.drawer.list')}</span>
              <span className="t-caption">{t('import.drawer.kinds', { count: fit.misfits.length })}</span>
            </div>
            <ul>
              {fit.misfits.map((misfit) => (
                <MisfitRow key={misfit.value} field={field} misfit={misfit} timezone={timezone} />
              ))}
            </ul>
            {fit.unlisted > 0 && (
              <p className={`t-caption ${classes['misfit']}`}>{t('import.drawer.more', { count: fit.unlisted })}</p>
            )}
          </>
        )}
      </div>
      {misfits > 0 && (
        <footer className={classes['drawerFoot']}>
          <Button onClick={() => wizard.retype(field.key, 'text')}>{t('import.drawer.asText')}</Button>
          <Button
            disabled={field.replacements.length === 0}
            onClick={() => wizard.choose(field.key, { replacements: [] })}
          >
            {t('import.drawer.allEmpty')}
          </Button>
        </footer>
      )}
    </aside>
  );
};
