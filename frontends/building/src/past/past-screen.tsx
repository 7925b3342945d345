import {
  Button,
  Check,
  copyText,
  EmptyState,
  ErrorState,
  type Field,
  Page,
  Popover,
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
import { IconHistory, IconLink, IconMinus, IconPencil, IconPlus, IconRestore } from '@tessera/kit/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useHabits } from '../data/use-habits.ts';
import { displayText } from '../data/values.ts';
import { fieldIcon } from '../field-types/list.ts';
import { usePhone } from '../phone/use-phone.ts';
import { usePeople } from '../table/queries.ts';
import { tableApi } from '../table/table.resource.ts';
import { type Difference, restoreTo, useDays, useDifferences, useRecordsThen } from './past.resource.ts';
import { Strip } from './strip.tsx';
import classes from './past.module.css';

const none: readonly never[] = [];
/** Records that one restore names at most; beyond them the whole table goes back. */
const mostChosen = 10_000;

type Line =
  | Difference
  | {
      readonly id: string;
      readonly mark: null;
      readonly fields: readonly string[];
      readonly was: Difference['was'];
      readonly now: null;
    };

const marks = { changed: IconPencil, removed: IconMinus, added: IconPlus } as const;
const Mark = ({ mark }: { readonly mark: Difference['mark'] }) => {
  const t = useTexts('building');
  const Icon = marks[mark];
  return (
    <span className={classes['mark']} data-mark={mark} title={t(`past.mark.${mark}`)}>
      <Icon aria-hidden="true" />
      <span className="t-hidden">{t(`past.mark.${mark}`)}</span>
    </span>
  );
};

/** Where a list ends for now: what comes next is asked for as it is seen. */
const More = ({ onSeen }: { readonly onSeen: () => void }) => {
  const ref = useRef<HTMLDivElement>(null);
  const seen = useRef(onSeen);
  seen.current = onSeen;
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((one) => one.isIntersecting)) seen.current();
    });
    if (ref.current !== null) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={ref} className={classes['more']}>
      <Skeleton width={240} height={16} />
    </div>
  );
};

/** A restore that runs: it is waited for, then the page shows what is left. */
const useRestore = (table: Table, moment: string, onDone: () => void) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const client = useQueryClient();
  const [running, setRunning] = useState<string | null>(null);
  /** Two answers may say that it is over; it ends once. */
  const ended = useRef<string | null>(null);
  const failed = (error: unknown): void =>
    void toast({ kind: 'error', message: t('past.failed'), detail: errorText(error) });
  const look = async (): Promise<void> => {
    if (running === null) return;
    const { state, error } = await tableApi.operation(running);
    if (state === 'running' || ended.current === running) return;
    ended.current = running;
    setRunning(null);
    onDone();
    void client.invalidateQueries({ queryKey: ['past', table.id] });
    if (state !== 'done') return void toast({ kind: 'error', message: t('past.failed'), detail: error?.message ?? '' });
    toast({
      message: t('past.restored', { table: table.label }),
      undo: async () => {
        await tableApi.undo(running);
        await client.invalidateQueries({ queryKey: ['past', table.id] });
      },
    });
  };
  useLive(running === null ? none : [`operation:${running}`], () => void look().catch(failed));
  useEffect(() => {
    if (running === null) return undefined;
    // What ended before anybody listened is not told again.
    const timer = setInterval(() => void look().catch(failed), 1000);
    return () => clearInterval(timer);
  });
  const start = async (ids: readonly string[] | null): Promise<void> => {
    try {
      const { operationId } = await restoreTo(table.id, moment, ids);
      setRunning(operationId);
    } catch (error) {
      failed(error);
    }
  };
  return { running: running !== null, start };
};

const Row = ({
  line,
  fields,
  label,
  chosen,
  onChoose,
}: {
  readonly line: Line;
  readonly fields: readonly Field[];
  readonly label: string;
  readonly chosen: boolean;
  readonly onChoose: ((on: boolean) => void) | null;
}) => {
  const t = useTexts('building');
  const formats = useFormats();
  const { data: people } = usePeople();
  const { show } = useHabits(people ?? none);
  const values = (line.was ?? line.now)?.fields ?? {};
  const text = (field: Field, of: Readonly<Record<string, unknown>>): string => displayText(field, of[field.id], show);
  const name = fields[0] === undefined ? label : text(fields[0], values) || t('unnamed');
  return (
    <tr data-mark={line.mark ?? undefined} data-chosen={chosen || undefined}>
      <td className={classes['gutter']}>
        {line.mark !== null && <Mark mark={line.mark} />}
        {onChoose !== null && line.mark !== null && line.mark !== 'added' && (
          <Check checked={chosen} ariaLabel={t('past.choose', { record: name })} onChange={onChoose} />
        )}
      </td>
      {line.mark === 'added' ? (
        <>
          <th scope="row" className="t-cut">
            {name}
          </th>
          <td colSpan={Math.max(1, fields.length - 1)}>
            {t('past.notYet', { date: formats.date(line.now?.createdAt ?? '') })}
          </td>
        </>
      ) : (
        fields.map((field, at) => {
          const differs = line.fields.includes(field.id);
          const Cell = at === 0 ? 'th' : 'td';
          return (
            <Cell key={field.id} {...(at === 0 && { scope: 'row' as const })} data-differs={differs || undefined}>
              <span className={classes['cell']}>
                <span className="t-cut">{text(field, values)}</span>
                {differs && line.now !== null && (
                  <span className={classes['now']}>
                    <b>{t('past.now')}</b> {text(field, line.now.fields) || t('past.empty')}
                  </span>
                )}
              </span>
            </Cell>
          );
        })
      )}
    </tr>
  );
};

/** A table as it was at a moment, what differs from now, and the way back. */
export const PastScreen = ({ table, moment }: { readonly table: Table; readonly moment: string }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const navigate = useNavigate();
  const phone = usePhone();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const only = search.get('all') === null;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState(false);
  const days = useDays(table.id);
  const differences = useDifferences(table.id, moment);
  const records = useRecordsThen(table.id, moment, !only);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive([`table:${table.id}`], () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: ['past', table.id] });
    }, 1000);
  });
  const restore = useRestore(table, moment, () => setChosen(new Set()));
  const put = (parts: Readonly<Record<string, string | null>>): void => {
    const next = new URLSearchParams(search);
    for (const [key, value] of Object.entries(parts))
      if (value === null) next.delete(key);
      else next.set(key, value);
    setSearch(next, { replace: true });
  };
  const toMoment = (at: string): void => {
    setChosen(new Set());
    put({ at });
  };
  const leave = (): void => void navigate(`/object/${table.id}`);
  useShortcut({ keys: 'escape', label: t('past.back'), group: t('past.title') }, leave);

  const found = useMemo(() => differences.data?.pages.flatMap((page) => page.differences) ?? [], [differences.data]);
  const byId = useMemo(() => new Map(found.map((one) => [one.id, one])), [found]);
  const lines: readonly Line[] = only
    ? found
    : (records.data?.pages.flatMap((page) =>
        page.records.map(
          (was): Line =>
            byId.get(was.id) ?? { id: was.id, mark: null, fields: [], was: was as Difference['was'], now: null },
        ),
      ) ?? []);
  const counts = differences.data?.pages[0]?.counts;
  const source = only ? differences : records;
  const fields = [
    ...table.fields.filter(({ id }) => id === table.labelFieldId),
    ...table.fields.filter(({ id }) => id !== table.labelFieldId),
  ].filter((field) => lines.some(({ was, now }) => field.id in ((was ?? now)?.fields ?? {})));
  const can = table.rights.canEditRecords && table.rights.canDeleteRecords;
  const differing = (counts?.changed ?? 0) + (counts?.removed ?? 0) + (counts?.added ?? 0);
  const total = only ? undefined : records.data?.pages[0]?.total;
  const comesBack = found.filter(({ id }) => chosen.has(id));
  const removed = comesBack.filter(({ mark }) => mark === 'removed').length;
  const goesBack = comesBack.length - removed;
  const choose = (id: string, on: boolean): void => {
    const next = new Set(chosen);
    if (on && next.size < mostChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <Page
      inset={false}
      back={`/object/${table.id}`}
      header={<h1 className="t-strong t-cut">{table.label}</h1>}
      toolbar={
        <>
          <div className={classes['banner']} role="status">
            <IconHistory aria-hidden="true" />
            <p>
              <b className="t-strong">{t('past.asItWas', { table: table.label, date: formats.dateTime(moment) })}</b>
              {total !== undefined && <> · {t('past.records', { count: total })}</>} {t('past.nothing')}
            </p>
            <Button
              size="toolbar"
              icon={IconLink}
              onClick={() => void copyText(location.href).then(() => toast({ message: t('table.linkCopied') }))}
            >
              {t('past.copy')}
            </Button>
            <Button size="toolbar" onClick={leave}>
              {t('past.back')}
            </Button>
          </div>
          <Strip
            moment={moment}
            days={days.data?.pages.flatMap((page) => page.days) ?? none}
            phone={phone}
            onMoment={toMoment}
          />
          <div className={classes['legend']}>
            {(['changed', 'removed', 'added'] as const).map((mark) => (
              <span key={mark} className={classes['count']}>
                <Mark mark={mark} />
                {t(`past.since.${mark}`, { count: counts?.[mark] ?? 0 })}
              </span>
            ))}
            <Switch label={t('past.only')} checked={only} onChange={(on) => put({ all: on ? null : '' })} />
            <span className={classes['acts']}>
              {can && chosen.size > 0 && (
                <Button variant="quiet" size="toolbar" onClick={() => setChosen(new Set())}>
                  {t('past.clear')}
                </Button>
              )}
              {can && (
                <Popover
                  opened={asking}
                  onClose={() => setAsking(false)}
                  label={t('past.comesBack')}
                  anchor={
                    <Button
                      size="toolbar"
                      icon={IconRestore}
                      disabled={differing === 0}
                      working={restore.running ? t('past.restoring') : false}
                      aria-expanded={asking}
                      onClick={() => setAsking(!asking)}
                    >
                      {chosen.size === 0 ? t('past.restoreTable') : t('past.restoreSome', { count: chosen.size })}
                    </Button>
                  }
                >
                  <div className={classes['asks']}>
                    <h2 className="t-strong">{t('past.comesBack')}</h2>
                    {chosen.size === 0 ? (
                      <p>
                        {t('past.wholeTable', {
                          removed: counts?.removed ?? 0,
                          changed: counts?.changed ?? 0,
                          added: counts?.added ?? 0,
                        })}
                      </p>
                    ) : (
                      <>
                        {removed > 0 && <p>{t('past.returns', { count: removed })}</p>}
                        {goesBack > 0 && <p>{t('past.goesBack', { count: goesBack })}</p>}
                      </>
                    )}
                    <p className="t-caption">{t('past.keeps')}</p>
                    <Button
                      variant="primary"
                      onClick={() => {
                        setAsking(false);
                        void restore.start(chosen.size === 0 ? null : [...chosen]);
                      }}
                    >
                      {t('past.restore')}
                    </Button>
                  </div>
                </Popover>
              )}
            </span>
          </div>
        </>
      }
    >
      {source.error !== null && lines.length === 0 ? (
        <ErrorState error={source.error} onRetry={() => void source.refetch()} />
      ) : source.isPending ? (
        <div className={classes['more']}>
          <Skeleton width={320} height={16} />
        </div>
      ) : lines.length === 0 ? (
        <EmptyState screen title={t(only ? 'past.same' : 'past.noRecords')}>
          {t('past.sameText')}
        </EmptyState>
      ) : (
        <div className={classes['scroll']}>
          <table className={classes['table']}>
            <thead>
              <tr>
                <th className={classes['gutter']}>
                  <span className="t-hidden">{t('past.marks')}</span>
                </th>
                {fields.map((field) => {
                  const Icon = fieldIcon(field.type);
                  return (
                    <th key={field.id} scope="col">
                      <span className={classes['head']}>
                        <Icon aria-hidden="true" />
                        <span className="t-cut">{field.name}</span>
                      </span>
                    </th>
                  );
                })}
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <Row
                  key={line.id}
                  line={line}
                  fields={fields}
                  label={table.label}
                  chosen={chosen.has(line.id)}
                  onChoose={can ? (on) => choose(line.id, on) : null}
                />
              ))}
            </tbody>
          </table>
          {source.hasNextPage && <More onSeen={() => void source.fetchNextPage()} />}
        </div>
      )}
    </Page>
  );
};
