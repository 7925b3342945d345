import {
  Button,
  Check,
  LinkButton,
  Segmented,
  TextInput,
  toast,
  useErrorText,
  useFormats,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { IconAlertTriangle } from '@tessera/kit/icons';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePeople } from '../table/queries.ts';
import { ColumnCard } from './column-card.tsx';
import { ColumnDrawer } from './column-drawer.tsx';
import { WizardFrame } from './frame.tsx';
import { IntoCard } from './into-card.tsx';
import { IntoNotes } from './into-notes.tsx';
import classes from './import.module.css';
import { pathOf } from './paths.ts';
import { PreviewTable } from './preview-table.tsx';
import { blocker, encodingName, intoBlocker, maxLabel, twice, twiceInto } from './rules.ts';
import { Target } from './target.tsx';
import {
  allChanging,
  asksFor,
  changing,
  isTicked,
  shownFields,
  shownLabel,
  shownRows,
  useWizard,
  wizard,
} from './wizard.ts';

/** The second step: the field and type of each column, and what becomes of values that do not fit. */
export const MatchStep = () => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const formats = useFormats();
  const { timezone } = formats;
  const navigate = useNavigate();
  const state = useWizard();
  const people = usePeople();
  const names = useMemo(() => new Map((people.data ?? []).map((user) => [user.id, user.name])), [people.data]);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [view, setView] = useState<'columns' | 'preview'>('columns');
  const title = useRef<HTMLHeadingElement>(null);
  usePageTitle(t('import.match.title'));
  // It takes the place of the page on which the file was read, and of what had the focus there.
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      title.current?.focus({ preventScroll: true });
  }, []);

  const fields = shownFields(state);
  const label = shownLabel(state);
  const rows = shownRows(state);
  const live = fields.filter((field) => !field.deleted);
  const opened = live.find((field) => field.key === openKey);
  const same = twice(fields);
  const twiceInKey = state.config?.primaryKey !== undefined && (state.proposal?.key?.repeated ?? 0) > 0;
  const into = state.proposal?.table ?? null;
  const sameInto = into === null ? new Set<string>() : twiceInto(into.fields, fields);
  const waiting = live.filter((field) => asksFor(field, state));
  const check = allChanging(state);
  const stopped =
    (into ? intoBlocker(into, fields, rows) : blocker(label, fields)) ??
    (waiting.length > 0
      ? ('asks' as const)
      : twiceInKey
        ? ('keyTwice' as const)
        : check > 0 && state.agreed !== check
          ? ('agreeNeeded' as const)
          : !isTicked(state)
            ? ('tickNeeded' as const)
            : null);
  const landing = rows - (into?.leftOut ?? 0);
  const columnsToCheck = live.filter((field) => changing(field) > 0 || asksFor(field, state)).length;
  const layout = state.proposal?.layout;
  const rounded = live.reduce((sum, field) => sum + field.fit.rounded, 0);
  const joined = live.reduce((sum, field) => sum + field.fit.joined, 0);
  const altered = live.reduce((sum, field) => sum + field.fit.altered, 0);
  const how =
    altered > 0
      ? 'altered'
      : rounded === check
        ? 'rounded'
        : joined === check
          ? 'joined'
          : joined > 0
            ? 'several'
            : rounded > 0
              ? 'both'
              : 'emptied';
  const changed = live
    .filter((field) => changing(field) > 0)
    .map((field) => field.name)
    .slice(0, 3)
    .join(', ');

  const list = useRef<HTMLDivElement>(null);
  /** To the question of a column that waits. */
  const show = (key: string): void => {
    setView('columns');
    requestAnimationFrame(() => {
      const card = list.current?.querySelector<HTMLElement>(`[data-column="${key}"] [data-waits] button`);
      card?.focus();
      card?.scrollIntoView({ block: 'center' });
    });
  };
  const open = useCallback((key: string) => setOpenKey((before) => (before === key ? null : key)), []);
  const step = (by: 1 | -1): void => {
    const at = live.findIndex((field) => field.key === openKey);
    setOpenKey(live[(at + by + live.length) % live.length]?.key ?? null);
  };
  const start = async (): Promise<void> => {
    try {
      const operation = await wizard.start();
      void navigate(pathOf('finished', state.identifier ?? '', operation));
    } catch (error) {
      toast({ kind: 'error', message: t('import.match.failed'), detail: errorText(error) });
    }
  };

  return (
    <WizardFrame step="match" name={state.upload?.name}>
      <div className={classes['work']} data-drawer={opened ? '' : undefined}>
        <div ref={list} className={classes['list']}>
          <div className={classes['listHead']}>
            <div>
              <h1 ref={title} className="t-page-title" tabIndex={-1}>
                {into === null ? t('import.match.title') : t('import.into.title', { table: into.label })}
              </h1>
              <p className="t-secondary">
                {t('import.match.summary', { live: live.length, all: fields.length })}{' '}
                {columnsToCheck > 0 && t('import.match.summaryCheck', { count: columnsToCheck })}
              </p>
              {layout && (
                <p className={classes['how']}>
                  <span className="t-caption">
                    {t('import.match.read', {
                      rows: t('import.file.rows', { count: layout.rows }),
                      names:
                        layout.headerRow === 0
                          ? t('import.match.noNames')
                          : t('import.match.namesIn', { row: formats.number(layout.headerRow) }),
                      encoding:
                        state.proposal?.sheets.find((sheet) => sheet.index === layout.sheetIndex)?.name ??
                        encodingName(layout.encoding),
                    })}
                  </span>
                  <LinkButton variant="quiet" size="toolbar" to={pathOf('types', state.identifier ?? '')}>
                    {t('import.match.howRead')}
                  </LinkButton>
                </p>
              )}
            </div>
            <div className={classes['controls']}>
              <Segmented
                label={t('import.match.view')}
                value={view}
                onChange={setView}
                options={[
                  { value: 'columns', label: t('import.match.columns') },
                  { value: 'preview', label: t('import.match.preview') },
                ]}
              />
              <Target />
              {into === null && (
                <TextInput
                  className={classes['tableName'] ?? ''}
                  label={t('import.match.table')}
                  labelHidden
                  value={label}
                  onChange={wizard.label}
                  maxLength={maxLabel + 20}
                  error={
                    stopped === 'labelLong' || stopped === 'labelNeeded'
                      ? t(`import.match.block.${stopped}`)
                      : undefined
                  }
                />
              )}
            </div>
          </div>
          {into && <IntoNotes into={into} />}
          {view === 'preview' && state.proposal ? (
            <PreviewTable
              fields={fields}
              records={state.proposal.records}
              label={t('import.match.preview')}
              names={names}
            />
          ) : (
            <>
              <div className={classes['labels']} aria-hidden="true">
                <span style={{ width: 32 }} />
                <span className={classes['grow']}>{t('import.match.source')}</span>
                <span style={{ width: 16 }} />
                {into === null ? (
                  <>
                    <span className={classes['name']}>{t('import.match.field')}</span>
                    <span className={classes['type']}>{t('import.match.type')}</span>
                  </>
                ) : (
                  <span className={classes['target']}>{t('import.into.field', { table: into.label })}</span>
                )}
                <span className={classes['fit']}>{t('import.match.fit')}</span>
                {into === null && <span style={{ width: 28 }} />}
              </div>
              <ul className={classes['cards']} aria-label={t('import.match.columns')}>
                {into?.fields &&
                  fields.map((field) => (
                    <IntoCard
                      key={field.key}
                      field={field}
                      into={into}
                      opened={field.key === opened?.key}
                      asks={asksFor(field, state)}
                      checking={
                        state.asking &&
                        state.proposal?.fields.some(
                          (one) =>
                            one.key === field.key &&
                            (one.field !== field.field || one.newField !== field.newField || one.type !== field.type),
                        ) === true
                      }
                      twice={sameInto.has(field.key)}
                      onOpen={open}
                    />
                  ))}
                {into === null &&
                  fields.map((field) => (
                    <ColumnCard
                      key={field.key}
                      field={field}
                      opened={field.key === opened?.key}
                      asks={asksFor(field, state)}
                      twice={same.has(field.key)}
                      isKey={state.config?.primaryKey === field.key}
                      last={live.length === 1}
                      onOpen={open}
                      checking={
                        state.asking && state.proposal?.fields.find((one) => one.key === field.key)?.type !== field.type
                      }
                    />
                  ))}
              </ul>
            </>
          )}
        </div>
        {opened && (
          <ColumnDrawer
            key={opened.key}
            field={opened}
            asks={asksFor(opened, state)}
            timezone={timezone}
            onClose={() => setOpenKey(null)}
            onStep={step}
          />
        )}
      </div>
      <footer className={classes['foot']}>
        <div className={classes['ticks']}>
          <Check label={t('import.match.tick')} checked={isTicked(state)} onChange={wizard.tick} />
          {check > 0 && (
            <Check
              label={
                <span className={classes['warn']}>
                  {t(`import.match.agree.${how}`, { count: check, names: changed })}
                </span>
              }
              checked={state.agreed === check}
              onChange={(on) => wizard.agree(on ? check : null)}
            />
          )}
        </div>
        <div className={classes['footRow']}>
          <div className={classes['grow']}>
            <span className="t-secondary">
              <b className="t-medium">{t('import.match.records', { count: landing })}</b>,{' '}
              {t('import.match.fields', { count: live.length })}
            </span>
            {into !== null && into.leftOut > 0 && (
              <span className={classes['warn']}>
                <IconAlertTriangle aria-hidden="true" />
                {t('import.into.leftOut', { count: into.leftOut })}
              </span>
            )}
            <span className="t-caption t-cut" role="status">
              {stopped === null ? (
                into === null ? (
                  t('import.match.access')
                ) : (
                  t('import.into.access')
                )
              ) : stopped === 'asks' ? (
                <button type="button" className={classes['waits']} onClick={() => show(waiting[0]?.key ?? '')}>
                  {t('import.match.block.asks', { name: waiting[0]?.name, count: waiting.length - 1 })}
                </button>
              ) : (
                t(`import.match.block.${stopped}`, { count: check })
              )}
            </span>
          </div>
          <Button onClick={() => void navigate(pathOf('types', state.identifier ?? ''))}>{t('import.back')}</Button>
          <Button
            variant="primary"
            disabled={stopped !== null || state.asking}
            working={state.starting && t('import.match.starting')}
            onClick={() => void start()}
          >
            {t('import.match.start', { count: Math.max(0, landing) })}
          </Button>
        </div>
      </footer>
    </WizardFrame>
  );
};
