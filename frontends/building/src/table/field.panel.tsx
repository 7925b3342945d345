import { conversionsOf, fieldType, fieldTypes, readContextFor } from '@tessera/fields';
import {
  Button,
  Check,
  Dialog,
  type Field,
  type FieldInput,
  hueStyle,
  IconButton,
  isApiError,
  newId,
  optionColor,
  optionColors,
  Panel,
  Popover,
  Select,
  type SelectOption,
  Switch,
  TextInput,
  Textarea,
  toast,
  useErrorText,
  useFormats,
  useTexts,
} from '@tessera/kit';
import { IconCheck, IconChevronLeft, IconPlus, IconTrash, IconX } from '@tessera/kit/icons';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useBlocker } from 'react-router';
import { displayText, isEmpty } from '../data/values.ts';
import { fieldIcon } from '../grid/view/field-icon.ts';
import { moved } from '../grid/model/geometry.ts';
import { FieldValue } from '../record/field-value.tsx';
import { ConvertDialog } from './convert.dialog.tsx';
import { SortList } from './drag-list.tsx';
import type { TablePanelsProps } from './panels.tsx';
import { RemovedOption } from './removed-option.tsx';
import { useTableUpdate } from './queries.ts';
import { tableApi } from './table.resource.ts';
import classes from './table.module.css';

type Draft = {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly required: boolean;
  readonly unique: boolean;
  readonly default: unknown;
  readonly options: readonly SelectOption[];
  readonly decimals: string;
  readonly currency: string;
  readonly format: string;
  readonly thousands: boolean;
};

const dateFormats = ['', 'YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY'] as const;

const draftOf = (field: Field | null): Draft => ({
  name: field?.name ?? '',
  type: field?.type ?? 'singleLineText',
  description: field?.description ?? '',
  required: field?.required ?? false,
  unique: field?.unique ?? false,
  default: field?.default ?? null,
  options: field?.props.options ?? [],
  decimals: field?.props.decimals === undefined ? '' : String(field.props.decimals),
  currency: field?.props.currency_symbol ?? '',
  format: field?.props.date_format ?? '',
  thousands: field?.props.thousands ?? true,
});

const hasOptions = (type: string): boolean => type === 'select' || type === 'multipleSelect';
const isNumber = (type: string): boolean => fieldType(type)?.storage === 'decimal';
const isDate = (type: string): boolean => type === 'date' || type === 'dateTime';

/** Some of the values that more than one record has, where that is why a field cannot be unique. */
const duplicatesOf = (error: unknown): readonly unknown[] => {
  const found = isApiError(error) && error.code === 'fields.duplicates' ? error.details['duplicates'] : undefined;
  return Array.isArray(found)
    ? found
        .slice(0, 5)
        .flatMap((one: unknown) => (typeof one === 'object' && one !== null && 'value' in one ? [one.value] : []))
    : [];
};
/** Types whose values are each other's as they stand. */
const alike = (from: string, to: string): boolean =>
  [
    ['singleLineText', 'text'],
    ['number', 'percent', 'currency'],
  ].some((family) => family.includes(from) && family.includes(to));

const propsOf = (draft: Draft): Readonly<Record<string, unknown>> => ({
  ...(hasOptions(draft.type) ? { options: draft.options.filter((option) => option.label.trim() !== '') } : {}),
  ...(isNumber(draft.type) && draft.decimals !== '' ? { decimals: Number(draft.decimals) } : {}),
  ...(draft.type === 'currency' && draft.currency.trim() !== '' ? { currency_symbol: draft.currency.trim() } : {}),
  ...(draft.type === 'number' || draft.type === 'currency' ? { thousands: draft.thousands } : {}),
  ...(isDate(draft.type) && draft.format !== '' ? { date_format: draft.format } : {}),
});

const Options = ({
  options,
  onChange,
}: {
  options: readonly SelectOption[];
  onChange: (options: readonly SelectOption[]) => void;
}) => {
  const t = useTexts('building');
  const [coloring, setColoring] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const set = (id: string, change: Partial<SelectOption>): void =>
    onChange(options.map((option) => (option.id === id ? { ...option, ...change } : option)));
  const add = (): void => {
    // What is typed next is its label.
    flushSync(() => onChange([...options, { id: newId(), label: '', color: optionColor(options.length) }]));
    [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus();
  };
  return (
    <div ref={list}>
      <span className="t-medium" style={{ font: '500 13px/20px var(--font)' }}>
        {t('options.title')}
      </span>
      <div style={{ marginInline: -8, marginTop: 4 }}>
        <SortList
          label={t('options.title')}
          items={options.map((option) => ({ id: option.id, name: option.label }))}
          onMove={(id, to) =>
            onChange(
              moved(
                options,
                options.findIndex((option) => option.id === id),
                to,
              ),
            )
          }
          render={(item) => {
            const option = options.find((one) => one.id === item.id);
            if (!option) return null;
            return (
              <>
                <Popover
                  opened={coloring === option.id}
                  onClose={() => setColoring(null)}
                  label={t('options.color')}
                  anchor={
                    <button
                      type="button"
                      className={classes['hue']}
                      style={{ ...hueStyle(option.color), width: 24, height: 24, flex: 'none' }}
                      aria-label={t('options.colorOf', { name: option.label })}
                      onClick={() => setColoring(option.id)}
                    />
                  }
                >
                  <div className={classes['hues']}>
                    {optionColors.map((color) => (
                      <button
                        key={color}
                        type="button"
                        className={classes['hue']}
                        style={hueStyle(color)}
                        aria-label={t(`colors.${color}`)}
                        aria-pressed={option.color === color}
                        onClick={() => {
                          set(option.id, { color });
                          setColoring(null);
                        }}
                      >
                        {option.color === color && <IconCheck aria-hidden="true" />}
                      </button>
                    ))}
                  </div>
                </Popover>
                <span style={{ flex: 1, minWidth: 0 }}>
                  <TextInput
                    label={t('options.label')}
                    labelHidden
                    value={option.label}
                    maxLength={200}
                    onChange={(label) => set(option.id, { label })}
                    onKeyDown={(event) => {
                      if (event.key !== 'Enter') return;
                      event.preventDefault();
                      add();
                    }}
                  />
                </span>
                <IconButton
                  label={t('options.remove', { name: option.label })}
                  icon={IconX}
                  tooltip={false}
                  onClick={() => onChange(options.filter((one) => one.id !== option.id))}
                />
              </>
            );
          }}
        />
      </div>
      <Button size="toolbar" variant="quiet" icon={IconPlus} onClick={add}>
        {t('options.add')}
      </Button>
    </div>
  );
};

/** A field's name, type and rules; for a new one and for one that exists. */
export const FieldPanel = ({
  table,
  users,
  work,
  field,
  back,
  onPanel,
  onDelete,
}: TablePanelsProps & { field: Field | null; back: boolean }) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const formats = useFormats();
  const update = useTableUpdate(table.id);
  const [draft, setDraft] = useState<Draft>(() => draftOf(field));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [working, setWorking] = useState(false);
  const [defaultRefused, setDefaultRefused] = useState(false);
  const [replacements, setReplacements] = useState<Readonly<Record<string, string>>>({});
  const set = (change: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...change }));
    setErrors({});
  };
  const [leaving, setLeaving] = useState<'back' | 'close' | null>(null);
  const left = useRef(false);
  const go = (way: 'back' | 'close'): void => {
    left.current = true;
    onPanel(way === 'back' && back ? { name: 'structure' } : null);
  };
  const leave = (): void => (changed ? setLeaving('back') : go('back'));
  const close = (): void => (changed ? setLeaving('close') : go('close'));
  const changed = JSON.stringify(draft) !== JSON.stringify(draftOf(field));
  // Back, and a link to another page, would take what was entered along.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      changed && !left.current && (historyAction === 'POP' || nextLocation.pathname !== currentLocation.pathname),
  );
  const asking = leaving !== null || blocker.state === 'blocked';
  const stay = (): void => {
    setLeaving(null);
    blocker.reset?.();
  };
  const rightGone = !table.rights.canManageFieldsAndConfig;
  const type = fieldType(draft.type);
  const automatic = type?.system !== undefined;
  const removed = (field?.props.options ?? []).filter(
    (option) => hasOptions(draft.type) && !draft.options.some((one) => one.id === option.id),
  );
  const leftOptions = draft.options.filter(
    (one) => one.label.trim() !== '' && field?.props.options?.some((now) => now.id === one.id),
  );
  // A required field is never left empty: the first option takes the place until another is chosen.
  const replacementOf = (id: string): string => {
    const chosen = replacements[id] ?? '';
    return chosen === '' && field?.required ? (leftOptions[0]?.id ?? '') : chosen;
  };
  const shown: Field = {
    id: field?.id ?? 'new',
    name: draft.name,
    type: draft.type,
    props: propsOf(draft),
    required: false,
    unique: false,
    description: '',
  };

  const [converting, setConverting] = useState(false);
  const save = async (converted = false): Promise<void> => {
    const name = draft.name.trim();
    if (name === '') return setErrors({ name: t('field.nameNeeded') });
    if (table.fields.some((one) => one.id !== field?.id && one.name.toLocaleLowerCase() === name.toLocaleLowerCase()))
      return setErrors({ name: t('field.nameTaken') });
    if (field && !converted && draft.type !== field.type && !alike(field.type, draft.type)) return setConverting(true);
    // The reason stands beside it.
    if (defaultRefused) {
      toast({ kind: 'error', message: t('field.notSaved') });
      return;
    }
    setWorking(true);
    const body = {
      name,
      props: propsOf(draft),
      description: draft.description.trim(),
      ...(automatic ? {} : { required: draft.required, unique: draft.unique && type?.keyable === true }),
      ...(automatic || isEmpty(draft.default)
        ? field && !isEmpty(field.default)
          ? { default: null }
          : {}
        : { default: draft.default }),
    };
    try {
      if (field) {
        const before = draftOf(field);
        await tableApi.changeField(table.id, field.id, {
          ...(name !== field.name ? { name } : {}),
          ...(draft.type !== field.type && !converted ? { type: draft.type } : {}),
          ...(!converted &&
          (JSON.stringify(propsOf(draft)) !== JSON.stringify(propsOf(before)) || draft.type !== field.type)
            ? { props: body.props }
            : {}),
          ...(body.description !== field.description ? { description: body.description } : {}),
          ...(!automatic && draft.required !== field.required ? { required: draft.required } : {}),
          ...(!automatic && draft.unique !== field.unique ? { unique: draft.unique } : {}),
          ...('default' in body && JSON.stringify(draft.default) !== JSON.stringify(before.default)
            ? { default: body.default }
            : {}),
          ...(!converted && hasOptions(draft.type) && hasOptions(field.type)
            ? { base: { options: before.options } }
            : {}),
          ...(removed.length > 0 && !converted
            ? {
                removeOptions: removed.map((option) => option.id),
                replacements: Object.fromEntries(
                  removed.map((option) => [option.id, replacementOf(option.id) || null]),
                ),
              }
            : {}),
        });
      } else await tableApi.addField(table.id, { type: draft.type, ...body } as FieldInput);
      update();
      if (field && (removed.length > 0 || converted)) work.bench.refresh();
      go('back');
    } catch (error) {
      setWorking(false);
      // More decimal places than the column keeps: the values move to a wider one.
      if (field && isApiError(error) && error.code === 'fields.scale_fixed') return setConverting(true);
      const repeated = duplicatesOf(error).map((value) => displayText(shown, value, work.habits.show));
      const message =
        repeated.length > 0 ? t('field.duplicates', { values: formats.list(repeated) }) : errorText(error);
      const where =
        isApiError(error) && /name/.test(error.code)
          ? 'name'
          : isApiError(error) && /unique|duplicate/.test(error.code)
            ? 'unique'
            : isApiError(error) && /default/.test(error.code)
              ? 'default'
              : null;
      if (where) setErrors({ [where]: message });
      else toast({ kind: 'error', message: t('field.notSaved'), detail: message });
    }
  };

  const offered = field
    ? fieldTypes.filter(
        (one) => one.id === field.type || alike(field.type, one.id) || conversionsOf(field.type).includes(one.id),
      )
    : fieldTypes;
  const types = offered.map((one) => ({ value: one.id, label: t(`types.${one.id}`), icon: fieldIcon(one.id) }));
  return (
    <>
      <Panel
        opened
        label={field ? t('field.editTitle', { name: field.name }) : t('field.newTitle')}
        header={
          <span style={{ display: 'flex', alignItems: 'center', gap: 4 }}>
            {back && <IconButton label={t('structure.back')} icon={IconChevronLeft} onClick={leave} />}
            <h2 className="t-strong t-cut">
              {field ? t('field.editTitle', { name: field.name }) : t('field.newTitle')}
            </h2>
          </span>
        }
        onClose={close}
        footer={
          <>
            {field && field.id !== table.labelFieldId && !rightGone && (
              <Button variant="quiet" icon={IconTrash} onClick={() => onDelete(field)}>
                {t('field.delete')}
              </Button>
            )}
            <span style={{ flex: 1 }} />
            <Button onClick={() => go('back')}>{t('cancel')}</Button>
            <Button
              variant="primary"
              disabled={rightGone || (field !== null && !changed)}
              title={field && !changed ? t('noChanges') : undefined}
              working={working && t('saving')}
              onClick={() => void save()}
            >
              {field ? t('save') : t('field.add')}
            </Button>
          </>
        }
      >
        <div className={classes['panelSection']}>
          {rightGone && (
            <p className="t-secondary" role="alert">
              {t('field.rightGone')}
            </p>
          )}
          <TextInput
            label={t('field.name')}
            value={draft.name}
            error={errors['name']}
            maxLength={100}
            data-autofocus
            onChange={(name) => set({ name })}
          />
          <Select
            label={t('field.type')}
            value={draft.type}
            options={types}
            onChange={(next) => {
              setDefaultRefused(false);
              set({ type: next, default: null });
            }}
            {...(field && draft.type !== field.type ? { help: t('field.converts') } : {})}
            searchable
          />
          {hasOptions(draft.type) && <Options options={draft.options} onChange={(options) => set({ options })} />}
          {field &&
            removed.map((option) => (
              <RemovedOption
                key={option.id}
                tableId={table.id}
                field={field}
                option={option}
                left={leftOptions}
                value={replacementOf(option.id)}
                onChange={(id) => setReplacements((before) => ({ ...before, [option.id]: id }))}
              />
            ))}
          {isNumber(draft.type) && (
            <Select
              label={t('field.decimals')}
              value={draft.decimals}
              options={[
                { value: '', label: t('field.decimalsFree') },
                ...Array.from({ length: 9 }, (_, n) => ({ value: String(n), label: String(n) })),
              ]}
              onChange={(decimals) => set({ decimals })}
              searchable={false}
            />
          )}
          {draft.type === 'currency' && (
            <TextInput
              label={t('field.currency')}
              value={draft.currency}
              maxLength={8}
              onChange={(currency) => set({ currency })}
            />
          )}
          {(draft.type === 'number' || draft.type === 'currency') && (
            <Switch
              label={t('field.thousands')}
              checked={draft.thousands}
              onChange={(thousands) => set({ thousands })}
            />
          )}
          {isDate(draft.type) && (
            <Select
              label={t('field.format')}
              value={draft.format}
              options={dateFormats.map((format) => ({
                value: format,
                label: format === '' ? t('field.formatLocale', { example: formats.date('2026-12-31') }) : format,
              }))}
              onChange={(format) => set({ format })}
            />
          )}
          <Textarea
            label={t('field.description')}
            value={draft.description}
            maxLength={1000}
            onChange={(description) => set({ description })}
          />
        </div>
        {!automatic && (
          <div className={classes['panelSection']}>
            <Check
              label={t('field.requiredLabel')}
              checked={draft.required}
              onChange={(required) => set({ required })}
            />
            {type?.keyable === true && (
              <div>
                <Check label={t('field.unique')} checked={draft.unique} onChange={(unique) => set({ unique })} />
                {errors['unique'] && (
                  <p style={{ font: 'var(--text-caption)', color: 'var(--danger-text)' }} role="alert">
                    {errors['unique']}
                  </p>
                )}
              </div>
            )}
            <div>
              <FieldValue
                key={draft.type}
                onRefused={setDefaultRefused}
                field={{ ...shown, name: t('field.default') }}
                value={draft.default}
                habits={{
                  ...work.habits,
                  read: { ...readContextFor(work.habits.show.locale, work.habits.show.timezone), ...work.habits.read },
                }}
                users={users}
                labelled
                onChange={(value) => set({ default: value })}
              />
              {errors['default'] && (
                <p style={{ font: 'var(--text-caption)', color: 'var(--danger-text)' }} role="alert">
                  {errors['default']}
                </p>
              )}
            </div>
          </div>
        )}
      </Panel>
      {field && converting && (
        <ConvertDialog
          tableId={table.id}
          field={field}
          wanted={{ type: draft.type, props: propsOf(draft) }}
          onClose={() => setConverting(false)}
          onDone={() => {
            setConverting(false);
            void save(true);
          }}
        />
      )}
      {asking && (
        <Dialog
          opened
          onClose={stay}
          title={t('leave.title')}
          footer={
            <>
              <Button data-autofocus onClick={stay}>
                {t('leave.stay')}
              </Button>
              <Button variant="danger" onClick={() => (leaving ? go(leaving) : blocker.proceed?.())}>
                {t('leave.go')}
              </Button>
            </>
          }
        >
          <p className="t-secondary">{t('leave.text')}</p>
        </Dialog>
      )}
    </>
  );
};
