import {
  Button,
  EmptyState,
  fold,
  Loading,
  Segmented,
  Skeleton,
  Switch,
  TextInput,
  Tile,
  useFormats,
  useTexts,
} from '@tessera/kit';
import { IconAppWindow, IconFile, IconSearch, IconTable } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { FieldsDialog } from './fields-dialog.tsx';
import { FolderRows } from './folder-rows.tsx';
import { foldersWith } from './folders.ts';
import {
  everyLevel,
  groups,
  hasFlag,
  kinds,
  leftOutFields,
  levelOf,
  ownRules,
  ruleIn,
  said,
  withEvery,
  withFlag,
  withLevel,
  type Data,
  type Kind,
  type Level,
} from './model.ts';
import classes from './roles.module.css';
import { appsQuery, foldersQuery, pagesQuery, tablesQuery } from './roles.resource.ts';

// These come when they are needed: they know the types of fields.
const RowsDialog = lazy(async () => ({ default: (await import('./rows-dialog.tsx')).RowsDialog }));

const RuledWords = lazy(async () => ({ default: (await import('./ruled-words.tsx')).RuledWords }));

type Rules = { readonly data: Data; readonly disabled: boolean; readonly onChange: (data: Data) => void };

/** What the switches and the rule for all tables come to, as one reads it. */
const PlainWords = ({
  data,
  count,
  tables,
}: {
  readonly data: Data;
  readonly count: number;
  readonly tables: readonly { readonly id: string; readonly label: string }[];
}) => {
  const t = useTexts('administration');
  const { list } = useFormats();
  const { can, cannot } = said(data);
  const words = (flags: typeof can): string => list(flags.map((flag) => t(`role.says.${flag}`)));
  const every = everyLevel(data, 'tables');
  const left = data.tables_disabled.length;
  const own = Object.keys(data.tables_enabled).filter((id) => id !== '*').length;
  const told = every === 'none' ? own : left;
  return (
    <p className={classes['words']}>
      <strong>{t('role.plain')}</strong> {t('role.who', { count })}{' '}
      {told === 0 ? t(`role.opensAll.${every as 'view'}`) : t(`role.opens.${every as 'view'}`, { count: told })}{' '}
      {Object.values(data.tables_enabled).some((rule) => typeof rule === 'object') && (
        <Suspense fallback={null}>
          <RuledWords data={data} tables={tables} />
        </Suspense>
      )}{' '}
      {can.length > 0 && t('role.they', { what: words(can) })}{' '}
      {cannot.length > 0 && t('role.theyNot', { what: words(cannot) })}
    </p>
  );
};

const Flags = ({ data, disabled, onChange }: Rules) => {
  const t = useTexts('administration');
  return (
    <div className={classes['groups']}>
      {groups.map((group) => (
        <fieldset key={group.id} className={classes['group']}>
          <legend className="t-caption">{t(`role.groups.${group.id}`)}</legend>
          {group.flags.map((one) => (
            <Switch
              key={one.flag}
              className={('under' in one ? classes['under'] : undefined) ?? ''}
              label={t(`role.flags.${one.flag}`)}
              checked={hasFlag(data, one.flag)}
              disabled={disabled}
              onChange={(on) => onChange(withFlag(data, one.flag, on))}
            />
          ))}
          {group.id === 'administer' && <p className="t-caption">{t('role.settingsNote')}</p>}
        </fieldset>
      ))}
    </div>
  );
};

const icons = { tables: IconTable, apps: IconAppWindow, pages: IconFile } as const;

type Item = { readonly id: string; readonly label: string; readonly color: string | null };

const Access = ({
  kind,
  items,
  data,
  disabled,
  onChange,
}: Rules & { readonly kind: Kind; readonly items: readonly Item[] }) => {
  const t = useTexts('administration');
  const [search, setSearch] = useState('');
  const [fieldsOf, setFieldsOf] = useState<{ readonly id: string; readonly label: string } | null>(null);
  const [rowsOf, setRowsOf] = useState<{ readonly id: string; readonly label: string } | null>(null);
  const { data: folders = [] } = useQuery(foldersQuery);
  const fits = ({ label }: { readonly label: string }): boolean => fold(label).includes(fold(search));
  const found = items.filter(fits);
  const every = everyLevel(data, kind);
  const levels = (label: string, value: Level | undefined, change: (level: Level) => void) => (
    <Segmented<Level | ''>
      label={label}
      value={value ?? ''}
      onChange={(next) => {
        if (next !== '') change(next);
      }}
      options={kinds[kind].levels.map((level) => ({
        value: level,
        label: t(`role.level.${level}`),
        disabled,
      }))}
    />
  );
  return (
    <section aria-labelledby={`access-${kind}`}>
      <div className={classes['sectionHead']}>
        <h2 id={`access-${kind}`}>{t(`role.kinds.${kind}`)}</h2>
        <span className="t-caption">
          {t(`role.counted.${kind}`, { count: items.length })}
          {t('role.ownRules', {
            count: ownRules(
              data,
              kind,
              items.map(({ id }) => id),
            ),
          })}
        </span>
        {items.length > 5 && (
          <TextInput
            className={classes['search'] ?? ''}
            type="search"
            size="toolbar"
            icon={IconSearch}
            label={t('role.find')}
            labelHidden
            placeholder={t('role.find')}
            value={search}
            onChange={setSearch}
          />
        )}
      </div>
      <ul className={classes['access']} aria-labelledby={`access-${kind}`}>
        <li className={classes['item']}>
          <span className={classes['mark']} aria-hidden="true" />
          <span className="t-medium">{t(`role.all.${kind}`)}</span>
          <span className="t-secondary">
            {every === 'none' ? t('role.noRule') : t('role.later')}{' '}
            {every !== 'none' && !disabled && (
              <Button variant="text" size="toolbar" onClick={() => onChange(withEvery(data, kind, 'none'))}>
                {t('role.removeRule')}
              </Button>
            )}
          </span>
          {levels(t(`role.all.${kind}`), every, (level) => onChange(withEvery(data, kind, level)))}
        </li>
        <FolderRows
          kind={kind}
          folders={foldersWith(folders, kind).filter(fits)}
          data={data}
          levels={levels}
          onChange={onChange}
        />
        {found.map(({ id, label, color }) => {
          const { level, own } = levelOf(data, kind, id);
          return (
            <li key={id} className={classes['item']}>
              <Tile icon={icons[kind]} color={color} />
              <span className="t-medium t-cut">{label}</span>
              <span className="t-secondary">
                {own ? (level === 'none' ? t('role.leftOut') : t('role.ownRule')) : t('role.asAll')}{' '}
                {kind === 'tables' && level !== 'none' && (
                  <Button variant="text" size="toolbar" onClick={() => setRowsOf({ id, label })}>
                    {ruleIn(data, id) === undefined ? t('role.rows.every') : t('role.rows.own')}
                  </Button>
                )}{' '}
                {kind === 'tables' && level !== 'none' && (
                  <Button variant="text" size="toolbar" onClick={() => setFieldsOf({ id, label })}>
                    {leftOutFields(data, id) === 0
                      ? t('role.fields')
                      : t('role.fieldsLeftOut', { count: leftOutFields(data, id) })}
                  </Button>
                )}
              </span>
              {levels(label, level, (next) => onChange(withLevel(data, kind, id, next)))}
            </li>
          );
        })}
        {found.length === 0 && (
          <li className={classes['item']}>
            <EmptyState
              title={
                items.length > 0
                  ? t('role.nothing', { query: search })
                  : t(kind === 'pages' ? 'role.noPages' : 'role.noTabs')
              }
            />
          </li>
        )}
      </ul>
      {rowsOf !== null && (
        <Suspense fallback={null}>
          <RowsDialog
            table={rowsOf}
            data={data}
            disabled={disabled}
            onChange={onChange}
            onClose={() => setRowsOf(null)}
          />
        </Suspense>
      )}
      {fieldsOf !== null && (
        <FieldsDialog
          table={fieldsOf}
          data={data}
          disabled={disabled}
          onChange={onChange}
          onClose={() => setFieldsOf(null)}
        />
      )}
    </section>
  );
};

/** What a role lets its people do. */
export const RulesPart = ({ data, disabled, onChange, count }: Rules & { readonly count: number }) => {
  const { data: tables } = useQuery(tablesQuery);
  const { data: apps = [] } = useQuery(appsQuery);
  const { data: pages = [] } = useQuery(pagesQuery);
  return (
    <div className={classes['rules']}>
      <PlainWords data={data} count={count} tables={tables ?? []} />
      <Flags data={data} disabled={disabled} onChange={onChange} />
      {tables === undefined ? (
        <Loading>
          {[220, 180, 200].map((width) => (
            <div key={width} className={classes['item']}>
              <Skeleton width={width} />
            </div>
          ))}
        </Loading>
      ) : (
        <Access kind="tables" items={tables} data={data} disabled={disabled} onChange={onChange} />
      )}
      {apps.length > 0 && <Access kind="apps" items={apps} data={data} disabled={disabled} onChange={onChange} />}
      <Access kind="pages" items={pages} data={data} disabled={disabled} onChange={onChange} />
    </div>
  );
};
