import {
  conversionsOf,
  type FieldProps,
  fieldType,
  fieldTypes,
  hasOptions,
  isWritten,
  readContextFor,
} from '@tessera/fields';
import {
  Button,
  Check,
  Dialog,
  type Field,
  type FieldInput,
  IconButton,
  isApiError,
  Panel,
  Select,
  type SelectOption,
  Slot,
  TextInput,
  Textarea,
  toast,
  useErrorText,
  useFormats,
  useTexts,
} from '@tessera/kit';
import { IconChevronLeft, IconCopy, IconTrash } from '@tessera/kit/icons';
import { useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import type { Value } from '../data/cut-text.ts';
import { displayText, isEmpty } from '../data/values.ts';
import { fieldIcon, useTypeLabels, useTypeNames, viewOf } from '../field-types/list.ts';
import { FieldValue } from '../record/field-value.tsx';
import { SuggestedFields } from './suggested-fields.tsx';
import { WhereUsed } from './field-uses.tsx';
import { DefaultSource, useFixedWord } from './computed-default.tsx';
import { ConvertDialog } from './convert.dialog.tsx';
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
  /** Of its type, and of those that were chosen before. */
  readonly props: FieldProps;
};

const draftOf = (field: Field | null): Draft => {
  const type = field?.type ?? fieldTypes[0]!.id;
  return {
    name: field?.name ?? '',
    type,
    description: field?.description ?? '',
    required: field?.required ?? false,
    unique: field?.unique ?? false,
    default: field?.default ?? null,
    props: field?.props ?? begun(type, {}),
  };
};

/** Properties with those that a field of this type begins with, where nothing was said. */
const begun = (type: string, props: FieldProps): FieldProps => ({ ...viewOf(type).begins, ...props });

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
const alike = (from: string, to: string): boolean => {
  const family = fieldType(from)?.family;
  return family !== undefined && family === fieldType(to)?.family;
};

/** What of the draft its type has a property for. */
const propsOf = (draft: Draft): FieldProps =>
  Object.fromEntries(
    Object.keys(fieldType(draft.type)?.properties ?? {}).flatMap((name) => {
      const value: unknown = draft.props[name as keyof FieldProps];
      const given = typeof value === 'string' ? value.trim() : value;
      if (given === undefined || given === '') return [];
      return [[name, name === 'options' ? labelled(draft.props.options) : given]];
    }),
  );
const labelled = (options: readonly SelectOption[] = []) => options.filter((option) => option.label.trim() !== '');

/** A draft as a text, to be compared with another. */
const written = (draft: Draft): string => JSON.stringify({ ...draft, props: propsOf(draft) });

/** A field's name, type and rules; for a new one and for one that exists. */
export const FieldPanel = ({
  table,
  users,
  work,
  field,
  back,
  onPanel,
  onDelete,
  onDuplicate,
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
  const changed = written(draft) !== written(draftOf(field));
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
  const typeName = useTypeNames();
  const labels = useTypeLabels(draft.type);
  const type = fieldType(draft.type);
  const automatic = type !== undefined && !isWritten(type);
  const computed = automatic ? undefined : type?.computedDefault;
  const isComputed = computed !== undefined && draft.props[computed.property] === true;
  const fixedWord = useFixedWord();
  const { options = [] } = draft.props;
  const removed = (field?.props.options ?? []).filter(
    (option) => hasOptions(draft.type) && !options.some((one) => one.id === option.id),
  );
  const leftOptions = options.filter(
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
            ? { base: { options: before.props.options ?? [] } }
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
    : fieldTypes.filter((one) => viewOf(one.id).offered !== false);
  const types = offered.map((one) => ({ value: one.id, label: typeName(one.id), icon: fieldIcon(one.id) }));
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
            {field && !rightGone && !changed && (
              <IconButton label={t('tools.duplicate.action')} icon={IconCopy} onClick={() => onDuplicate(field)} />
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
        {field === null && !changed && (
          <SuggestedFields
            fields={table.fields}
            onPick={({ name, type: of, props }) => set({ name, type: of, default: null, props: begun(of, props) })}
          />
        )}
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
              set({ type: next, default: null, props: begun(next, draft.props) });
            }}
            {...(field && draft.type !== field.type ? { help: t('field.converts') } : {})}
            searchable
          />
          {viewOf(draft.type).settings.map((Setting, at) => (
            <Setting
              key={at}
              props={draft.props}
              onChange={(change) => set({ props: { ...draft.props, ...change } })}
              tableId={table.id}
              fields={table.fields}
              fieldId={field?.id ?? null}
              labels={labels}
            />
          ))}
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
          <Textarea
            label={t('field.description')}
            value={draft.description}
            maxLength={1000}
            onChange={(description) => set({ description })}
          />
        </div>
        {!automatic && type?.links !== 'other' && (
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
            {type !== undefined && computed !== undefined && (
              <DefaultSource
                type={type}
                label={t('field.default')}
                computed={isComputed}
                onChange={(on) => {
                  setDefaultRefused(false);
                  set({ default: null, props: { ...draft.props, [computed.property]: on } });
                }}
              />
            )}
            {type?.unwritten === undefined && type?.links === undefined && !isComputed && (
              <div>
                <FieldValue
                  key={draft.type}
                  onRefused={setDefaultRefused}
                  field={{ ...shown, name: computed === undefined ? t('field.default') : fixedWord }}
                  value={draft.default as Value}
                  habits={{
                    ...work.habits,
                    read: {
                      ...readContextFor(work.habits.show.locale, work.habits.show.timezone),
                      ...work.habits.read,
                    },
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
            )}
          </div>
        )}
        {field && <WhereUsed tableId={table.id} field={field} />}
        {field && <Slot name="field.editor" given={{ tableId: table.id, fieldId: field.id }} />}
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
