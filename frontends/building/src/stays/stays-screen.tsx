import {
  Avatar,
  Breadcrumb,
  Button,
  Chip,
  EmptyState,
  ErrorState,
  Loading,
  Page,
  Select,
  Skeleton,
  type Table,
  toast,
  useErrorText,
  useFormats,
  useTexts,
} from '@tessera/kit';
import { IconDownload } from '@tessera/kit/icons';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { canBeSplit } from '../data/groups.ts';
import { usePeople } from '../table/queries.ts';
import { saveFile } from '../save-file.ts';
import { OverLimit, overLimit } from './over-limit.tsx';
import { elapsedParts } from './elapsed.ts';
import { type Asked, type Stage, type Stay, staysFile, useStages, useStays } from './stays.resource.ts';
import classes from './stays.module.css';

type Option = { readonly id: string; readonly label: string; readonly color?: string };
const none: readonly never[] = [];

/** Somebody by their photo and name, or whoever else it was. */
const Person = ({ person }: { readonly person: Stay['created_by'] }) => {
  const users = usePeople().data ?? none;
  const user = users.find(({ id }) => id === person.id);
  const name = person.name ?? user?.name ?? person.id;
  return (
    <span className={classes['person']}>
      <Avatar name={name} id={person.id} photo={user?.photo_url ?? null} />
      <span className="t-cut">{name}</span>
    </span>
  );
};

/** Seconds as people read them. */
const useTime = () => {
  const t = useTexts('building');
  const { number } = useFormats();
  return (seconds: number): string =>
    elapsedParts(seconds)
      .map(([count, unit]) => t(`stays.${unit}`, { count: number(count) }))
      .join(' ');
};
const useElapsed = () => {
  const time = useTime();
  return ({ started_at: from, finished_at: to }: Stay): string =>
    time(((to === null ? Date.now() : Date.parse(to)) - Date.parse(from)) / 1000);
};

const colorIn = (table: Table, fieldId: string, optionId: string): string | undefined => {
  const options = table.fields.find(({ id }) => id === fieldId)?.props['options'] as readonly Option[] | undefined;
  return options?.find(({ id }) => id === optionId)?.color;
};

/** Each option with the median of its stays, in the order of the options; one is chosen by it. */
const Stages = ({
  table,
  asked,
  onChoose,
}: {
  readonly table: Table;
  readonly asked: Asked;
  readonly onChoose: (stage: Stage, isChosen: boolean) => void;
}) => {
  const t = useTexts('building');
  const { number } = useFormats();
  const time = useTime();
  const { data } = useStages(table.id, asked.field);
  // Of one record its stays are told one by one.
  if (data === undefined || data.stages.length === 0 || asked.recordId !== '') return null;
  const placeOf = ({ field_key: fieldId, option_id: optionId }: Stage): number => {
    const field = table.fields.findIndex(({ id }) => id === fieldId);
    const options = (table.fields[field]?.props['options'] ?? []) as readonly Option[];
    const option = options.findIndex(({ id }) => id === optionId);
    return field * 10_000 + (option < 0 ? options.length : option);
  };
  const several = new Set(data.stages.map(({ field_key: id }) => id)).size > 1;
  return (
    <section className={classes['stages']} aria-label={t('stays.byStage')}>
      <ul>
        {data.stages
          .toSorted((a, b) => placeOf(a) - placeOf(b))
          .map((stage) => {
            const color = colorIn(table, stage.field_key, stage.option_id);
            const isChosen = asked.stage === stage.option_id;
            return (
              <li key={`${stage.field_key} ${stage.option_id}`}>
                <button
                  type="button"
                  className={classes['stage']}
                  aria-pressed={isChosen}
                  onClick={() => onChoose(stage, isChosen)}
                >
                  <span className={classes['stageName']}>
                    <Chip small {...(color !== undefined && { color })}>
                      {stage.field_value || t('stays.gone')}
                    </Chip>
                    {several && <span className="t-caption t-cut">{stage.name}</span>}
                  </span>
                  <span className="t-strong t-num">
                    {stage.median === null ? t('stays.noneEnded') : time(stage.median)}
                  </span>
                  <span className="t-caption">
                    {t('stays.counts', { ended: number(stage.ended), running: number(stage.running) })}
                  </span>
                </button>
              </li>
            );
          })}
      </ul>
      <p className="t-caption">{t(data.complete ? 'stays.median' : 'stays.medianOfLatest')}</p>
    </section>
  );
};

/** How far a stay is, or was when it ended, over its limit. */
const Over = ({ stay: { warn_at: warnAt, late_at: lateAt, finished_at: to } }: { readonly stay: Stay }) => {
  const t = useTexts('building');
  if (to === null) return <OverLimit warnAt={warnAt} lateAt={lateAt} />;
  const over = overLimit({ lateAt }, Date.parse(to));
  return over === undefined ? null : (
    <span title={t('stays.wasLate')}>
      <Chip small look="danger">
        {over.text}
      </Chip>
    </span>
  );
};

const Rows = ({ table, stays }: { readonly table: Table; readonly stays: readonly Stay[] }) => {
  const t = useTexts('building');
  const { dateTime } = useFormats();
  const elapsed = useElapsed();
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          {(['startedBy', 'field', 'stage', 'record', 'startedAt', 'finishedAt', 'finishedBy'] as const).map((head) => (
            <th key={head} scope="col">
              {t(`stays.${head}`)}
            </th>
          ))}
          <th scope="col" className={classes['number']}>
            {t('stays.elapsed')}
          </th>
        </tr>
      </thead>
      <tbody>
        {stays.map((stay) => {
          const color = colorIn(table, stay.field_key, stay.option_id);
          return (
            <tr key={stay.id}>
              <td>
                <Person person={stay.created_by} />
              </td>
              <td>{stay.name}</td>
              <td>
                <Chip {...(color !== undefined && { color })}>{stay.field_value || t('stays.gone')}</Chip>
              </td>
              <td>
                <Link to={`/object/${table.id}/record/${stay.record_reference}`} className={classes['link']}>
                  {stay.record_title ?? t('stays.untitled')}
                </Link>
              </td>
              <td className="t-num">{dateTime(stay.started_at)}</td>
              <td className="t-num">
                {stay.finished_at === null ? (
                  <span className={classes['running']}>{t('stays.running')}</span>
                ) : (
                  dateTime(stay.finished_at)
                )}
              </td>
              <td>{stay.updated_by !== null && <Person person={stay.updated_by} />}</td>
              <td className={`t-num ${classes['number']}`}>
                <Over stay={stay} /> {elapsed(stay)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};

/** How long records of a table were in the options of its choices, told from their history. */
export const StaysScreen = ({ table }: { readonly table: Table }) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const [search, setSearch] = useSearchParams();
  const choices = table.fields.filter(canBeSplit);
  const asked: Asked = {
    field: search.get('field') ?? '',
    stage: search.get('stage') ?? '',
    recordId: search.get('recordId') ?? '',
    order: search.get('sortOrder') === 'asc' ? 'asc' : 'desc',
  };
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useStays(table.id, asked);
  const stays = data?.pages.flatMap(({ audit }) => audit) ?? [];
  // A page may be empty though others follow.
  const looksOn = stays.length === 0 && hasNextPage && !isFetchingNextPage;
  useEffect(() => {
    if (looksOn) void fetchNextPage();
  }, [looksOn, fetchNextPage]);
  const set = (parts: Readonly<Record<string, string>>): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries(parts)) {
          if (value === '') next.delete(key);
          else next.set(key, value);
        }
        return next;
      },
      { replace: true },
    );
  const file = useMutation({
    mutationFn: () => staysFile(table.id, asked),
    onSuccess: ({ name, content }) => saveFile(name, content),
    onError: (problem) => toast({ kind: 'error', message: t('stays.notExported'), detail: errorText(problem) }),
  });
  const chosen = choices.find(({ id, name }) => id === asked.field || name === asked.field);
  const options = (chosen?.props['options'] ?? []) as readonly Option[];
  return (
    <Page
      back={`/object/${table.id}`}
      inset={false}
      header={
        <Breadcrumb
          items={[
            { label: table.label, to: `/object/${table.id}` },
            { label: <h1 style={{ display: 'inline' }}>{t('stays.title')}</h1> },
          ]}
        />
      }
      actions={
        <Button
          size="toolbar"
          icon={IconDownload}
          working={file.isPending && t('stays.exporting')}
          onClick={() => file.mutate()}
        >
          {t('stays.export')}
        </Button>
      }
    >
      <div className={classes['bar']}>
        <Select
          label={t('stays.field')}
          labelHidden
          size="toolbar"
          value={chosen?.id ?? ''}
          options={[
            { value: '', label: t('stays.anyField') },
            ...choices.map(({ id, name }) => ({ value: id as string, label: name })),
          ]}
          onChange={(field) => set({ field, stage: '' })}
        />
        {chosen !== undefined && (
          <Select
            label={t('stays.stage')}
            labelHidden
            size="toolbar"
            value={asked.stage}
            options={[
              { value: '', label: t('stays.anyStage') },
              ...options.map(({ id, label }) => ({ value: id, label })),
            ]}
            onChange={(stage) => set({ stage })}
          />
        )}
        <Select
          label={t('stays.order')}
          labelHidden
          size="toolbar"
          value={asked.order}
          options={[
            { value: 'desc', label: t('stays.latest') },
            { value: 'asc', label: t('stays.earliest') },
          ]}
          onChange={(order) => set({ sortOrder: order === 'asc' ? 'asc' : '' })}
        />
        {asked.recordId !== '' && (
          <Button size="toolbar" onClick={() => set({ recordId: '' })}>
            {t('stays.allRecords')}
          </Button>
        )}
      </div>
      <Stages
        table={table}
        asked={asked}
        onChoose={({ field_key: field, option_id: stage }, isChosen) =>
          set(isChosen ? { stage: '' } : { field, stage })
        }
      />
      <div className={classes['scroll']} role="region" aria-label={t('stays.title')} tabIndex={0}>
        {error !== null && data === undefined ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : isPending || (stays.length === 0 && hasNextPage) ? (
          <Loading>
            {[280, 240, 260].map((width) => (
              <Skeleton key={width} width={width} height={24} />
            ))}
          </Loading>
        ) : stays.length === 0 ? (
          <EmptyState title={t('stays.none')}>{t('stays.noneText')}</EmptyState>
        ) : (
          <>
            <Rows table={table} stays={stays} />
            {hasNextPage && (
              <div className={classes['more']}>
                <Button working={isFetchingNextPage && t('stays.loading')} onClick={() => void fetchNextPage()}>
                  {t('stays.more')}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
      <p className={`t-caption ${classes['foot']}`}>{t('stays.calendar')}</p>
    </Page>
  );
};
