import {
  Button,
  EmptyState,
  ErrorState,
  type Field,
  type Filter,
  Page,
  Select,
  Skeleton,
  Switch,
  type Table,
  toast,
  useErrorText,
  useFormats,
  useLive,
  useShortcut,
  useTexts,
} from '@tessera/kit';
import { IconCheck, IconMinus, IconPencil, IconPlus } from '@tessera/kit/icons';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useHabits } from '../data/use-habits.ts';
import { displayText } from '../data/values.ts';
import { usePeople } from '../table/queries.ts';
import {
  type Difference,
  type Entry,
  type LookedAt,
  markLook,
  readDigest,
  setInDigest,
  useChanged,
  useHappened,
  useLook,
} from './changes.resource.ts';
import { beginOf, spanOf, spans } from './since.ts';
import classes from './changes.module.css';

const none: readonly never[] = [];
const icons = {
  changed: IconPencil,
  removed: IconMinus,
  deleted: IconMinus,
  added: IconPlus,
  created: IconPlus,
  restored: IconPlus,
} as const;

/** What a field was and is. */
const Values = ({
  field,
  before,
  after,
}: {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}) => {
  const t = useTexts('building');
  return (
    <div className={classes['values']}>
      <dt>{field}</dt>
      <dd>
        {before !== '' && (
          <>
            <del className="t-cut">
              <span className="t-hidden">{t('changes.before')} </span>
              {before}
            </del>
            <span aria-hidden="true">→</span>
          </>
        )}
        <ins className="t-cut">
          <span className="t-hidden">{t('changes.after')} </span>
          {after === '' ? t('changes.empty') : after}
        </ins>
      </dd>
    </div>
  );
};

const Item = ({
  kind,
  title,
  children,
}: {
  readonly kind: keyof typeof icons;
  readonly title: ReactNode;
  readonly children?: ReactNode;
}) => {
  const t = useTexts('building');
  const Icon = icons[kind];
  return (
    <li className={classes['item']} data-kind={kind}>
      <span className={classes['mark']} title={t(`changes.kind.${kind}`)}>
        <Icon aria-hidden="true" />
        <span className="t-hidden">{t(`changes.kind.${kind}`)}</span>
      </span>
      <div>
        {title}
        {children}
      </div>
    </li>
  );
};

/** Words for values, as the table shows them. */
const useWords = (table: Table) => {
  const { data: people } = usePeople();
  const { show } = useHabits(people ?? none);
  return {
    people: people ?? none,
    text: (field: Field | undefined, value: unknown): string =>
      field === undefined ? '' : displayText(field, value as never, show),
    fieldOf: (id: string): Field | undefined => table.fields.find((one) => one.id === id),
  };
};

const Changed = ({ table, one }: { readonly table: Table; readonly one: Difference }) => {
  const t = useTexts('building');
  const { text, fieldOf } = useWords(table);
  const values = (one.now ?? one.was)?.fields ?? {};
  const label = fieldOf(table.labelFieldId ?? '');
  const name = (label && text(label, values[label.id])) || t('unnamed');
  return (
    <Item
      kind={one.mark}
      title={
        one.mark === 'removed' ? (
          <span className="t-medium">{name}</span>
        ) : (
          <Link className="t-medium" to={`/object/${table.id}/record/${one.id}`}>
            {name}
          </Link>
        )
      }
    >
      {one.mark === 'changed' && (
        <dl>
          {one.fields.map((id) => {
            const field = fieldOf(id);
            return (
              field !== undefined && (
                <Values
                  key={id}
                  field={field.name}
                  before={text(field, one.was?.fields[id])}
                  after={text(field, one.now?.fields[id])}
                />
              )
            );
          })}
        </dl>
      )}
    </Item>
  );
};

const Happened = ({ table, one }: { readonly table: Table; readonly one: Entry }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const { text, fieldOf, people } = useWords(table);
  const who = people.find(({ id }) => id === one.actor.id)?.name ?? one.actor.name ?? t('changes.somebody');
  return (
    <Item
      kind={one.kind}
      title={
        <p>
          <span className="t-medium">{who}</span>{' '}
          <time className="t-caption" dateTime={one.time}>
            {formats.dateTime(one.time)}
          </time>
        </p>
      }
    >
      {one.kind === 'changed' && (
        <dl>
          {one.changes.map(({ fieldId, fieldName, before, after }) => (
            <Values
              key={fieldId}
              field={fieldName}
              before={text(fieldOf(fieldId), before)}
              after={text(fieldOf(fieldId), after)}
            />
          ))}
        </dl>
      )}
    </Item>
  );
};

/** What changed of a record, a view or what a filter leaves since the person last looked, and that they have seen it. */
export const ChangesScreen = ({
  table,
  what,
  filter,
  name,
  back,
}: {
  readonly table: Table;
  readonly what: LookedAt;
  /** What of the table is told. */
  readonly filter: Filter | undefined;
  /** What is looked at, in words. */
  readonly name: string;
  readonly back: string;
}) => {
  const t = useTexts('building');
  const formats = useFormats();
  const errorText = useErrorText('building');
  const client = useQueryClient();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const look = useLook(table.id, what);
  const looked = look.data?.at ?? null;
  const span = spanOf(search.get('since'), looked);
  const since = look.data && beginOf(span, looked, look.data.now);
  const ofRecord = what.recordId !== undefined;
  const changed = useChanged(table.id, filter, ofRecord ? undefined : since);
  const happened = useHappened(table.id, what.recordId, since);
  const source = ofRecord ? happened : changed;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive([`table:${table.id}`], () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: ['changed', table.id] });
    }, 1000);
  });
  const put = async (at: string | null): Promise<void> => {
    await markLook(table.id, what, at);
    await client.invalidateQueries({ queryKey: ['look', table.id] });
  };
  const mark = async (): Promise<void> => {
    if (look.data === undefined) return;
    try {
      await put(look.data.now);
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          next.delete('since');
          return next;
        },
        { replace: true },
      );
      toast({ message: t('changes.marked'), undo: () => put(looked) });
    } catch (error) {
      toast({ kind: 'error', message: t('changes.notMarked'), detail: errorText(error) });
    }
  };
  const showInDigest = (on: boolean): void => {
    client.setQueryData(['look', table.id, what], (before: typeof look.data) => before && { ...before, inDigest: on });
  };
  const putInDigest = async (on: boolean): Promise<void> => {
    showInDigest(on);
    try {
      await setInDigest(table.id, what, on);
    } catch (error) {
      showInDigest(!on);
      throw error;
    }
  };
  const inDigest = async (on: boolean): Promise<void> => {
    try {
      await putInDigest(on);
      const digest = on ? await readDigest() : 'on';
      const set = { label: t('changes.setDigest'), run: () => void navigate('/settings/notifications') };
      toast({
        message: t(on ? 'changes.digestOn' : 'changes.digestOff'),
        ...(digest === 'noMail' && { detail: t('changes.noMail') }),
        ...(digest === 'off' ? { detail: t('changes.noDigest'), action: set } : { undo: () => putInDigest(!on) }),
      });
    } catch (error) {
      toast({ kind: 'error', message: t('changes.notInDigest'), detail: errorText(error) });
    }
  };
  useShortcut({ keys: 'e', label: t('changes.mark'), group: t('changes.title') }, () => void mark());
  const counts = changed.data?.pages[0]?.counts;
  const differences = changed.data?.pages.flatMap((page) => page.differences) ?? [];
  const entries = happened.data?.pages.flatMap((page) => page.entries) ?? [];
  const empty = ofRecord ? entries.length === 0 : differences.length === 0;
  const error = look.error ?? source.error;
  return (
    <Page
      inset={false}
      back={back}
      header={<h1 className="t-strong t-cut">{t('changes.of', { name })}</h1>}
      actions={
        <Button variant="primary" icon={IconCheck} disabled={look.data === undefined} onClick={() => void mark()}>
          {t('changes.mark')}
        </Button>
      }
    >
      <div className={classes['page']}>
        <div className={classes['head']}>
          <p role="status">
            {look.data !== undefined &&
              (span === 'last' && looked !== null
                ? t('changes.sinceLook', { date: formats.dateTime(looked) })
                : looked === null
                  ? t('changes.neverLooked', { date: formats.dateTime(since ?? '') })
                  : t('changes.sinceThen', { date: formats.dateTime(since ?? '') }))}
            {counts !== undefined && (
              <>
                {' '}
                {(['changed', 'removed', 'added'] as const)
                  .map((kind) => t(`changes.count.${kind}`, { count: counts[kind] }))
                  .join(' · ')}
              </>
            )}
          </p>
          {look.data !== undefined && (
            <Switch
              className={classes['digest'] ?? ''}
              label={t('changes.inDigest')}
              checked={look.data.inDigest}
              onChange={(on) => void inDigest(on)}
            />
          )}
          <Select
            label={t('changes.since')}
            size="toolbar"
            value={span}
            options={spans
              .filter((one) => one !== 'last' || looked !== null)
              .map((one) => ({ value: one, label: t(`changes.span.${one}`) }))}
            onChange={(next) => {
              const parts = new URLSearchParams(search);
              parts.set('since', next);
              setSearch(parts, { replace: true });
            }}
          />
        </div>
        {error !== null && empty ? (
          <ErrorState error={error} onRetry={() => void (look.error ? look : source).refetch()} />
        ) : look.isPending || source.isPending ? (
          <Skeleton width={320} height={16} />
        ) : empty ? (
          <EmptyState title={t('changes.nothing')}>{t('changes.nothingText')}</EmptyState>
        ) : (
          <ul className={classes['list']} aria-label={t('changes.of', { name })}>
            {ofRecord
              ? entries.map((one) => <Happened key={`${one.commitId} ${one.version}`} table={table} one={one} />)
              : differences.map((one) => <Changed key={one.id} table={table} one={one} />)}
          </ul>
        )}
        {source.hasNextPage && (
          <Button disabled={source.isFetchingNextPage} onClick={() => void source.fetchNextPage()}>
            {t('changes.more')}
          </Button>
        )}
      </div>
    </Page>
  );
};
