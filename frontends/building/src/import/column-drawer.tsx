import { isPerson, anyLine, anyText, fieldType, hasOptions } from '@tessera/fields';
import { Button, Check, Chip, IconButton, Select, TextInput, useFormats, useLayer, useTexts } from '@tessera/kit';
import { IconAlertTriangle, IconChevronDown, IconChevronUp, IconX } from '@tessera/kit/icons';
import { useEffect, useRef } from 'react';
import { useTypeNames } from '../field-types/list.ts';
import { useStaysText } from './column-asks.tsx';
import classes from './import.module.css';
import type { ImportField, Misfit, ReadAs } from './import.resource.ts';
import { knownReasons, share } from './rules.ts';
import { readings } from './types.ts';
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
  if (!type || text === '' || isPerson(type.storage)) return true;
  try {
    type.fromText(text, field.props, { ...field.readAs, timezone, strict: true });
    return true;
  } catch {
    return false;
  }
};

/** By its code, the key of a reason that the catalogues have words for. */
const reasonKey = (code: string): string => {
  const key = code.replaceAll('.', '_');
  return knownReasons.has(key) ? key : 'other';
};

/** Reasons to stay text that a person may overrule with one press: what changes is counted then. */
const usable: ReadonlySet<string> = new Set(['misfits', 'skipped', 'finer']);

const MisfitRow = ({ field, misfit, timezone }: { field: ImportField; misfit: Misfit; timezone: string }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const text = field.replacements.find((one) => one.value === misfit.value)?.text ?? '';
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
          {t(`import.reasons.${reasonKey(misfit.reason)}`)} ·{' '}
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

/** Whether labels that the field has no option for become options; left empty unless somebody says so. */
const OptionsChoice = ({ field, may }: { field: ImportField; may: boolean }) => {
  const t = useTexts('building');
  if (field.missingCount === 0) return null;
  const more = field.missingCount - Math.min(60, field.missingOptions.length);
  return (
    <>
      <div className={classes['about']}>
        <Check
          label={t('import.into.makeOptions', { count: field.missingCount })}
          checked={field.createOptions}
          disabled={!may}
          onChange={(createOptions) => wizard.choose(field.key, { createOptions })}
        />
        {!may && <p className="t-caption">{t('import.into.mayNot')}</p>}
      </div>
      {field.createOptions && (
        <>
          <div className={classes['kinds']}>
            <span>{t('import.drawer.options')}</span>
          </div>
          <div className={classes['chips']}>
            {field.missingOptions.slice(0, 60).map((label) => (
              <Chip key={label} small>
                {label}
              </Chip>
            ))}
            {more > 0 && <span className="t-caption">{t('import.into.moreOptions', { count: more })}</span>}
          </div>
        </>
      )}
    </>
  );
};

/** What of a column does not fit, and what becomes of it. */
export const ColumnDrawer = ({ field, asks, timezone, onClose, onStep }: DrawerProps) => {
  const t = useTexts('building');
  const into = useWizard().proposal?.table ?? null;
  // Its type is the table's where the column fills a field that is there.
  const free = into === null || field.newField;
  const formats = useFormats();
  const { fit } = field;
  const values = fit.total - fit.empty;
  const misfits = values - fit.matched - fit.meantEmpty;
  const { staysText } = field;
  const stays = useStaysText()(field);
  const typeName = useTypeNames();
  const type = typeName(field.type);
  const root = useRef<HTMLElement>(null);
  useLayer('panel', true, onClose);
  useEffect(() => {
    root.current?.focus({ preventScroll: true });
  }, []);
  const options = hasOptions(field.type) && field.props.options ? field.props.options : null;
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
          {fit.joined > 0 && (
            <>
              <p className={classes['ask']}>
                <IconAlertTriangle aria-hidden="true" />
                {t('import.drawer.joined', { count: fit.joined })}
              </p>
              {free && (
                <Button size="toolbar" onClick={() => wizard.retype(field.key, anyText)}>
                  {t('import.drawer.makeType', { type: typeName(anyText) })}
                </Button>
              )}
            </>
          )}
          {fit.altered > 0 && (
            <>
              <p className={classes['ask']}>
                <IconAlertTriangle aria-hidden="true" />
                {t('import.drawer.altered', { count: fit.altered })}
              </p>
              <ul className={classes['becomes']}>
                {fit.alterations.slice(0, 5).map(({ value, becomes, reason, count, row }) => (
                  <li key={value}>
                    <span className="t-num">{t('import.drawer.becomes', { value, becomes })}</span>
                    <span className="t-caption">
                      {t(`import.reasons.${reasonKey(reason)}`)} ·{' '}
                      {t('import.drawer.rows', { count, row: formats.number(row) })}
                    </span>
                  </li>
                ))}
              </ul>
              {free && (
                <Button size="toolbar" onClick={() => wizard.retype(field.key, anyLine)}>
                  {t('import.drawer.makeType', { type: typeName(anyLine) })}
                </Button>
              )}
            </>
          )}
          {fit.meantEmpty > 0 && (
            <p>
              {t('import.drawer.words', {
                count: fit.meantEmpty,
                words: fit.words
                  .slice(0, 6)
                  .map(({ value }) => value)
                  .join(', '),
              })}
            </p>
          )}
          {staysText && (
            <>
              <p className={classes['ask']}>
                <IconAlertTriangle aria-hidden="true" />
                {stays}
              </p>
              {usable.has(staysText.why) && (
                <Button size="toolbar" onClick={() => wizard.retype(field.key, staysText.type)}>
                  {t('import.drawer.makeType', { type: typeName(staysText.type) })}
                </Button>
              )}
            </>
          )}
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
        {into === null && <KeyChoice field={field} />}
        {into !== null && !field.newField && <OptionsChoice field={field} may={into.mayAddOptions} />}
        {options && free && (
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
          {free && <Button onClick={() => wizard.retype(field.key, anyText)}>{t('import.drawer.asText')}</Button>}
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
