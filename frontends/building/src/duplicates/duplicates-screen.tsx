import { fieldType } from '@tessera/fields';
import {
  Button,
  Check,
  EmptyState,
  ErrorState,
  type Field,
  IconButton,
  type Id,
  Loading,
  Page,
  Popover,
  Segmented,
  Skeleton,
  type Table,
  toast,
  useErrorText,
  useFormats,
  useShortcut,
  useTexts,
} from '@tessera/kit';
import { IconChevronDown, IconChevronUp } from '@tessera/kit/icons';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useHabits } from '../data/use-habits.ts';
import type { ShownRecord } from '../data/cut-text.ts';
import { displayText, isEmpty } from '../data/values.ts';
import { fieldIcon } from '../field-types/list.ts';
import { CellContent } from '../grid/view/cell.tsx';
import { usePeople } from '../table/queries.ts';
import { tableApi } from '../table/table.resource.ts';
import { type Group, type Likeness, mergeRecords, useDuplicates, useGroupRecords } from './duplicates.resource.ts';
import { changesOf, firstChoice, joined, linesOf } from './model.ts';
import classes from './duplicates.module.css';

const mostFields = 4;
const none: readonly never[] = [];

/** Whether values of a field can be compared: each is one text, number, day, option or tick. */
const isComparable = (field: Field): boolean => {
  const type = fieldType(field.type);
  return (
    type?.sortable === true &&
    type.links === undefined &&
    type.apart === undefined &&
    type.parts === undefined &&
    type.system === undefined
  );
};

/** What is compared at first: what names the records, and what hardly two of them share. */
const firstFields = (table: Table): readonly Id[] => {
  const all = table.fields.filter(isComparable);
  const label = all.filter(({ id }) => id === table.labelFieldId);
  const strong = all.filter(
    (field) => field.id !== table.labelFieldId && fieldType(field.type)?.conversions?.group === 'contact',
  );
  const chosen = [...label, ...strong].slice(0, mostFields);
  return (chosen.length > 0 ? chosen : all.slice(0, 1)).map(({ id }) => id);
};

const FieldChoice = ({
  table,
  chosen,
  onChange,
}: {
  readonly table: Table;
  readonly chosen: readonly Id[];
  readonly onChange: (ids: readonly Id[]) => void;
}) => {
  const t = useTexts('building');
  const [opened, setOpened] = useState(false);
  const usable = table.fields.filter(isComparable);
  const names = usable.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  return (
    <Popover
      opened={opened}
      onClose={() => setOpened(false)}
      label={t('duplicates.compare')}
      anchor={
        <Button className={classes['fields'] ?? ''} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          <span className="t-cut">{names.length === 0 ? t('duplicates.choose') : names.join(', ')}</span>
        </Button>
      }
    >
      <div className={classes['choices']}>
        <p className="t-caption">{t('duplicates.most')}</p>
        {usable.map(({ id, name }) => (
          <Check
            key={id}
            label={name}
            checked={chosen.includes(id)}
            disabled={!chosen.includes(id) && chosen.length >= mostFields}
            onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </div>
    </Popover>
  );
};

type ComparedProps = {
  readonly table: Table;
  readonly records: readonly ShownRecord[];
  readonly position: string;
  readonly onStep: (by: number) => void;
  readonly onSkip: () => void;
  readonly onMerged: () => void;
};

/** The records of a group side by side, what stays of each, and what they become. */
const Compared = ({ table, records, position, onStep, onSkip, onMerged }: ComparedProps) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const formats = useFormats();
  const client = useQueryClient();
  const users = usePeople().data ?? none;
  const habits = useHabits(users);
  const name = useId();
  const [keep, setKeep] = useState(0);
  const [chosen, setChosen] = useState<ReadonlyMap<Id, number>>(new Map());
  const [unfolded, setUnfolded] = useState(false);
  const [working, setWorking] = useState(false);
  const lines = useMemo(() => linesOf(table.fields, records), [table.fields, records]);
  const picks = lines.filter(({ kind }) => kind === 'pick');
  const kept = lines.filter(({ kind }) => kind === 'joined' || kind === 'shown');
  const same = lines.filter(
    ({ field, kind }) => kind === 'same' && records.some((record) => !isEmpty(record.fields[field.id])),
  );
  const label = table.fields.find(({ id }) => id === table.labelFieldId);
  const nameOf = (record: ShownRecord | undefined): string =>
    (label && record ? displayText(label, record.fields[label.id], habits.show) : '') || t('duplicates.unnamed');
  const choiceOf = (field: Field): number => chosen.get(field.id) ?? firstChoice(field, records, keep);
  const merge = async (): Promise<void> => {
    if (working) return;
    setWorking(true);
    try {
      const { operationId } = await mergeRecords(table.id, {
        keep: records[keep]!.id,
        others: records.filter((_, at) => at !== keep).map(({ id }) => id),
        fields: { ...changesOf(lines, records, keep, chosen) },
      });
      toast({
        message: t('duplicates.merged', { count: records.length }),
        undo: async () => {
          // A link to a record that comes back with it is no conflict.
          await tableApi.undo(operationId, { conflicts: 'overwrite' });
          await client.invalidateQueries({ queryKey: ['duplicates', table.id] });
        },
      });
      onMerged();
    } catch (problem) {
      setWorking(false);
      toast({ kind: 'error', message: t('duplicates.failed'), detail: errorText(problem) });
    }
  };
  useShortcut(
    { keys: 'mod+enter', label: t('duplicates.merge', { count: records.length }), group: t('duplicates.title') },
    () => void merge(),
  );
  useShortcut({ keys: 's', label: t('duplicates.skip'), group: t('duplicates.title') }, onSkip);
  const context = {
    show: habits.show,
    user: (id: string) => users.find((one) => one.id === id),
    relative: (value: string) => formats.fromToday(value),
  };
  const draw = (field: Field, value: unknown): ReactNode =>
    isEmpty(value) ? null : (
      <CellContent field={field} value={value} width={184} height={40} context={context} openLabel="" />
    );
  const head = ({ field }: (typeof lines)[number]): ReactNode => {
    const Icon = fieldIcon(field.type);
    return (
      <th scope="row">
        <span className={classes['field']}>
          <Icon aria-hidden="true" />
          <span className="t-cut">{field.name}</span>
        </span>
      </th>
    );
  };
  return (
    <section className={classes['compared']} aria-label={nameOf(records[keep])}>
      <header className={classes['head']}>
        <div>
          <h2 className="t-strong t-cut">{nameOf(records[keep])}</h2>
          <p className="t-caption">{t('duplicates.intro')}</p>
        </div>
        <span className={classes['steps']}>
          {position}
          <IconButton label={t('record.previous')} icon={IconChevronUp} onClick={() => onStep(-1)} />
          <IconButton label={t('record.next')} icon={IconChevronDown} onClick={() => onStep(1)} />
        </span>
      </header>
      <div className={classes['scroll']} tabIndex={0} role="group" aria-label={t('duplicates.title')}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <td />
              {records.map((record, at) => (
                <th key={record.id} scope="col">
                  <label className={classes['pick']}>
                    <input
                      type="radio"
                      name={`${name}-keep`}
                      checked={keep === at}
                      aria-label={t('duplicates.stays', { record: nameOf(record) })}
                      onChange={() => {
                        setKeep(at);
                        setChosen(new Map());
                      }}
                    />
                    <span className="t-cut">
                      {nameOf(record)}
                      <span className={classes['created']}>
                        {t('duplicates.created', { date: formats.date(record.createdAt) })}
                      </span>
                    </span>
                  </label>
                </th>
              ))}
              <th scope="col" data-result>
                {t('duplicates.result')}
              </th>
            </tr>
          </thead>
          <tbody>
            {picks.map((line) => (
              <tr key={line.field.id}>
                {head(line)}
                {records.map((record, at) => (
                  <td key={record.id}>
                    {!isEmpty(record.fields[line.field.id]) && (
                      <label className={classes['pick']}>
                        <input
                          type="radio"
                          name={`${name}-${line.field.id}`}
                          checked={choiceOf(line.field) === at}
                          aria-label={`${line.field.name}: ${displayText(line.field, record.fields[line.field.id], habits.show)}`}
                          onChange={() => setChosen(new Map([...chosen, [line.field.id, at]]))}
                        />
                        {draw(line.field, record.fields[line.field.id])}
                      </label>
                    )}
                  </td>
                ))}
                <td data-result>{draw(line.field, records[choiceOf(line.field)]?.fields[line.field.id])}</td>
              </tr>
            ))}
            {kept.length > 0 && (
              <tr>
                <th colSpan={records.length + 1} scope="rowgroup">
                  {t('duplicates.all')}
                </th>
                <td data-result />
              </tr>
            )}
            {kept.map((line) => (
              <tr key={line.field.id}>
                {head(line)}
                {records.map((record) => (
                  <td key={record.id}>{draw(line.field, record.fields[line.field.id])}</td>
                ))}
                <td data-result>
                  {line.kind === 'joined' ? draw(line.field, joined(line.field, records, keep)) : null}
                </td>
              </tr>
            ))}
            {same.length > 0 && (
              <tr>
                <th colSpan={records.length + 2} scope="rowgroup">
                  <Button
                    size="toolbar"
                    variant="quiet"
                    aria-expanded={unfolded}
                    onClick={() => setUnfolded(!unfolded)}
                  >
                    {t('duplicates.equal', { count: same.length })}
                  </Button>
                </th>
              </tr>
            )}
            {unfolded &&
              same.map((line) => (
                <tr key={line.field.id}>
                  {head(line)}
                  <td colSpan={records.length}>{draw(line.field, records[0]?.fields[line.field.id])}</td>
                  <td data-result>{draw(line.field, records[0]?.fields[line.field.id])}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      <footer className={classes['foot']}>
        <p className="t-caption">{t('duplicates.note')}</p>
        <Button onClick={onSkip}>{t('duplicates.skip')}</Button>
        <Button variant="primary" working={working && t('duplicates.merging')} onClick={() => void merge()}>
          {t('duplicates.merge', { count: records.length })}
        </Button>
      </footer>
    </section>
  );
};

/** Records that are alike: groups of them, and how each becomes one. */
export const DuplicatesScreen = ({ table }: { readonly table: Table }) => {
  const t = useTexts('building');
  const [fieldIds, setFieldIds] = useState(() => firstFields(table));
  const [how, setHow] = useState<Likeness>('close');
  const [done, setDone] = useState<ReadonlySet<Id>>(new Set());
  const [at, setAt] = useState(0);
  const found = useDuplicates(table.id, fieldIds, how);
  const groups = (found.data?.groups ?? none).filter(({ ids }) => !done.has(ids[0] ?? ''));
  const place = Math.min(at, Math.max(0, groups.length - 1));
  const group: Group | undefined = groups[place];
  const records = useGroupRecords(table.id, group?.ids.slice(0, 5) ?? none);
  const leave = (): void => {
    if (group?.ids[0] !== undefined) setDone(new Set([...done, group.ids[0]]));
  };
  const nameOf = (id: Id): string => table.fields.find((field) => field.id === id)?.name ?? '';
  const comparable = table.fields.some(isComparable);
  return (
    <Page
      inset={false}
      back={`/object/${table.id}`}
      header={<h1 className="t-strong t-cut">{`${table.label} · ${t('duplicates.page')}`}</h1>}
    >
      <div className={classes['page']}>
        <aside className={classes['side']}>
          <div className={classes['ask']}>
            <FieldChoice
              table={table}
              chosen={fieldIds}
              onChange={(ids) => {
                setFieldIds(ids);
                setAt(0);
              }}
            />
            <Segmented
              label={t('duplicates.how')}
              value={how}
              onChange={(next: Likeness) => {
                setHow(next);
                setAt(0);
              }}
              options={(['exact', 'close', 'loose'] as const).map((value) => ({
                value,
                label: t(`duplicates.${value}`),
              }))}
            />
            <p className="t-caption">{t(`duplicates.${how}Help`)}</p>
          </div>
          <ul className={classes['groups']}>
            {groups.map((one, index) => (
              <li key={one.ids[0]}>
                <button
                  type="button"
                  className={classes['group']}
                  aria-current={index === place || undefined}
                  onClick={() => setAt(index)}
                >
                  <span>{t('duplicates.records', { count: one.ids.length })}</span>
                  <span className="t-caption t-cut">
                    {t('duplicates.same', { fields: one.fieldIds.map(nameOf).join(', ') || '–' })}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {found.data && (
            <p className={classes['count']} role="status">
              {`${t('duplicates.found', { count: groups.length })} · ${t('duplicates.compared', { count: found.data.compared })}`}
              {found.data.more && <span>{t('duplicates.more')}</span>}
            </p>
          )}
        </aside>
        {!comparable || fieldIds.length === 0 ? (
          <EmptyState screen drawing="missing" title={t('duplicates.choose')}>
            {t(comparable ? 'duplicates.chooseText' : 'duplicates.noFields')}
          </EmptyState>
        ) : found.error ? (
          <ErrorState screen error={found.error} onRetry={() => void found.refetch()} />
        ) : found.isPending || (group !== undefined && records.isPending) ? (
          <Loading>
            <Skeleton width={320} height={24} />
          </Loading>
        ) : records.error ? (
          <ErrorState screen error={records.error} onRetry={() => void records.refetch()} />
        ) : group === undefined || records.data === undefined ? (
          <EmptyState screen drawing="missing" title={t('duplicates.none')}>
            {t('duplicates.noneText')}
          </EmptyState>
        ) : (
          <Compared
            key={group.ids[0]}
            table={table}
            records={records.data}
            position={`${place + 1} / ${groups.length}`}
            onStep={(by) => setAt(Math.min(Math.max(0, place + by), groups.length - 1))}
            onSkip={leave}
            onMerged={leave}
          />
        )}
      </div>
    </Page>
  );
};
