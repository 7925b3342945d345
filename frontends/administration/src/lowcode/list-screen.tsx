import {
  Button,
  EmptyState,
  ErrorState,
  IconButton,
  Loading,
  Menu,
  type MenuEntry,
  Page as Frame,
  Select,
  Skeleton,
  Switch,
  TextInput,
  useFormats,
  useLive,
  usePageTitle,
  usePrimaryAction,
  useTexts,
} from '@tessera/kit';
import { IconDots, IconEdit, IconPencil, IconPlus, IconSearch, IconTrash } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import automations from '../automations/automations.module.css';
import { peopleQuery, tablesQuery } from '../automations/automations.resource.ts';
import { useCalm } from '../automations/use-calm.ts';
import shared from '../tokens/tokens.module.css';
import { Areas } from './areas.tsx';
import { DeleteDialog, RenameDialog } from './dialogs.tsx';
import { fits, noFilter, type Filter } from './filter.ts';
import { FormPanel } from './form.panel.tsx';
import { functionsQuery, useFunctionCalls, type Entry } from './functions.resource.ts';
import classes from './lowcode.module.css';
import { editorOf, kindOf, type Kind } from './trigger.ts';
import { useTurn } from './use-turn.ts';
import { isBeta, languageNames, useFunctionWords } from './words.ts';

const Row = ({
  entry,
  owner,
  onRename,
  onDelete,
}: {
  readonly entry: Entry;
  readonly owner: string;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}) => {
  const t = useTexts('administration');
  const navigate = useNavigate();
  const { ago, dateTime, number } = useFormats();
  const words = useFunctionWords();
  const turn = useTurn(entry);
  const { data: tables = [] } = useQuery(tablesQuery);
  const { id, label, language, active, canChange, version, lastCall: last, usage, trigger } = entry;
  const to = editorOf(kindOf(entry), id);
  const trouble = words.trouble(entry);
  const items: readonly MenuEntry[] = [
    { id: 'open', label: t('lowcode.open'), icon: IconPencil, onSelect: () => void navigate(to) },
    ...(canChange
      ? [
          { id: 'rename', label: t('lowcode.rename'), icon: IconEdit, onSelect: onRename },
          { id: 'line', divider: true } as const,
          { id: 'delete', label: t('lowcode.delete'), icon: IconTrash, danger: true, onSelect: onDelete },
        ]
      : []),
  ];
  return (
    <li className={classes['row']} data-off={!active || undefined}>
      <span className={classes['name']}>
        <Link className="t-medium t-cut" to={to}>
          {label}
        </Link>
        {trigger !== null && (
          <span className="t-caption t-cut">
            {tables.find((one) => one.id === trigger.related_table)?.label ?? t('lowcode.trigger.tableGone')}:{' '}
            {trigger.event.join(', ')}
          </span>
        )}
        {trouble !== undefined && <span className={`t-cut ${classes['trouble']}`}>{trouble}</span>}
        {version === 0 && <span className="t-caption t-cut">{t('lowcode.noCode')}</span>}
      </span>
      <span className={`t-secondary t-cut ${classes['language']}`}>
        {languageNames[language]}
        {isBeta(language) && <span className="t-caption"> {t('lowcode.beta')}</span>}
      </span>
      <span className={`t-secondary t-cut ${classes['last']}`}>
        <span className={classes['dot']} data-state={last?.state} aria-hidden="true" />
        {last === null ? (
          t('lowcode.never')
        ) : (
          <span className="t-cut">
            <span className="t-hidden">{t(`lowcode.state.${last.state}`)}</span>{' '}
            <time dateTime={last.at} title={dateTime(last.at)}>
              {ago(last.at)}
            </time>
          </span>
        )}
      </span>
      <span className={`t-secondary t-num ${classes['units']}`}>{number(usage.units, 2)}</span>
      <span className={`t-secondary t-cut ${classes['owner']}`}>{owner}</span>
      <Switch
        ariaLabel={t('lowcode.on', { name: label })}
        checked={turn.isPending ? turn.variables : active}
        disabled={!canChange || turn.isPending}
        onChange={(next) => turn.mutate(next)}
      />
      <Menu
        side="bottom-end"
        items={items}
        anchor={<IconButton size="table" label={t('lowcode.menuOf', { name: label })} icon={IconDots} />}
      />
    </li>
  );
};

/** One question of the filter; '' stands for all. */
const Pick = <T extends string>({
  label,
  all,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly all: string;
  readonly value: T | '';
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T | '') => void;
}) => (
  <Select<T | ''>
    className={classes['pick'] ?? ''}
    size="toolbar"
    label={label}
    labelHidden
    value={value}
    onChange={onChange}
    options={[{ value: '', label: all }, ...options]}
  />
);

const FilterBar = ({
  find,
  filter,
  owners,
  onChange,
}: {
  readonly find: string;
  readonly filter: Filter;
  readonly owners: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (filter: Filter) => void;
}) => {
  const t = useTexts('administration');
  return (
    <div className={automations['bar']}>
      <Areas />
      <TextInput
        className={automations['search'] ?? ''}
        type="search"
        size="toolbar"
        icon={IconSearch}
        label={find}
        labelHidden
        placeholder={find}
        value={filter.search}
        onChange={(search) => onChange({ ...filter, search })}
      />
      <Pick
        label={t('lowcode.language')}
        all={t('lowcode.allLanguages')}
        value={filter.language}
        onChange={(language) => onChange({ ...filter, language })}
        options={(['javascript', 'python', 'php', 'dotNet'] as const).map((value) => ({
          value,
          label: languageNames[value],
        }))}
      />
      {owners.length > 1 && (
        <Pick
          label={t('lowcode.columns.owner')}
          all={t('lowcode.allOwners')}
          value={filter.owner}
          onChange={(owner) => onChange({ ...filter, owner })}
          options={owners.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Pick
        label={t('lowcode.onOrOff')}
        all={t('lowcode.onAndOff')}
        value={filter.on}
        onChange={(on) => onChange({ ...filter, on })}
        options={(['on', 'off'] as const).map((value) => ({ value, label: t(`lowcode.filter.${value}`) }))}
      />
      <Pick
        label={t('lowcode.columns.last')}
        all={t('lowcode.anyCall')}
        value={filter.last}
        onChange={(last) => onChange({ ...filter, last })}
        options={(['done', 'failed', 'never'] as const).map((value) => ({
          value,
          label: t(`lowcode.called.${value}`),
        }))}
      />
    </div>
  );
};

/** `/lowcode/functions` and `/lowcode/triggers`: code that people wrote, on and off. */
export const FunctionsScreen = ({ kind }: { readonly kind: Kind }) => {
  const t = useTexts('administration');
  const own = (key: string): string => t(kind === 'triggers' ? `lowcode.trigger.${key}` : `lowcode.${key}`);
  const navigate = useNavigate();
  const { data, error, isPending, refetch } = useQuery(functionsQuery);
  const { data: people = [] } = useQuery(peopleQuery);
  const { anew } = useFunctionCalls();
  const [filter, setFilter] = useState(noFilter);
  const [asked, setAsked] = useState<'new' | { readonly what: 'rename' | 'delete'; readonly entry: Entry }>();
  usePageTitle(own('title'));
  const make = (): void => setAsked('new');
  const close = (): void => setAsked(undefined);
  usePrimaryAction({ label: own('new'), run: make });
  const calm = useCalm(() => void anew());
  useLive(['functions'], calm);
  const all = (data ?? []).filter((one) => kindOf(one) === kind);
  const found = all.filter((one) => fits(one, filter));
  const nameOf = (person: string): string => people.find(({ id }) => id === person)?.name ?? '';
  const owners = [...new Set(all.map(({ ownerId }) => ownerId))].map((id) => ({ id, name: nameOf(id) }));
  return (
    <div className={shared['place']}>
      <Frame
        back="/home"
        header={<h1 className="t-strong">{own('title')}</h1>}
        actions={
          <Button variant="primary" size="toolbar" icon={IconPlus} onClick={make}>
            {own('new')}
          </Button>
        }
        toolbar={<FilterBar find={own('find')} filter={filter} owners={owners} onChange={setFilter} />}
      >
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {isPending && (
          <Loading>
            {[180, 220, 150].map((width) => (
              <div key={width} className={classes['row']}>
                <Skeleton width={width} />
                <Skeleton width={80} />
                <Skeleton width={96} />
              </div>
            ))}
          </Loading>
        )}
        {data && all.length === 0 && (
          <EmptyState title={own('none')} actions={<Button onClick={make}>{own('new')}</Button>}>
            {own('noneText')}
          </EmptyState>
        )}
        {all.length > 0 && found.length === 0 && (
          <EmptyState
            drawing="filtered"
            title={own('nothing')}
            actions={<Button onClick={() => setFilter(noFilter)}>{t('lowcode.showAll')}</Button>}
          />
        )}
        {found.length > 0 && (
          <div className={automations['list']}>
            <p className="t-caption">
              {t(kind === 'triggers' ? 'lowcode.trigger.counted' : 'lowcode.counted', { count: all.length })}{' '}
              {t('lowcode.countedOn', { count: all.filter(({ active }) => active).length })}
            </p>
            <div className={`${classes['row']} ${classes['head']}`} aria-hidden="true">
              <span>{t('lowcode.columns.name')}</span>
              <span className={classes['language']}>{t('lowcode.language')}</span>
              <span className={classes['last']}>{t('lowcode.columns.last')}</span>
              <span className={classes['units']}>{t('lowcode.columns.units')}</span>
              <span className={classes['owner']}>{t('lowcode.columns.owner')}</span>
              <span>{t('lowcode.columns.on')}</span>
              <span />
            </div>
            <ul aria-label={own('title')}>
              {found.map((entry) => (
                <Row
                  key={entry.id}
                  entry={entry}
                  owner={nameOf(entry.ownerId)}
                  onRename={() => setAsked({ what: 'rename', entry })}
                  onDelete={() => setAsked({ what: 'delete', entry })}
                />
              ))}
            </ul>
          </div>
        )}
      </Frame>
      {asked === 'new' && (
        <FormPanel kind={kind} onClose={close} onCreated={(id) => void navigate(editorOf(kind, id))} />
      )}
      {typeof asked === 'object' && asked.what === 'rename' && <RenameDialog entry={asked.entry} onClose={close} />}
      {typeof asked === 'object' && asked.what === 'delete' && <DeleteDialog entry={asked.entry} onClose={close} />}
    </div>
  );
};
