import { Button, Segmented, TextInput, toast, useErrorText, useFormats, usePageTitle, useTexts } from '@tessera/kit';
import { IconAlertTriangle } from '@tessera/kit/icons';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePeople } from '../table/queries.ts';
import { ColumnCard } from './column-card.tsx';
import { ColumnDrawer } from './column-drawer.tsx';
import { WizardFrame } from './frame.tsx';
import classes from './import.module.css';
import { pathOf } from './paths.ts';
import { PreviewTable } from './preview-table.tsx';
import { blocker, maxLabel, twice } from './rules.ts';
import { asksFor, shownFields, shownLabel, shownRows, toCheck, useWizard, wizard } from './wizard.ts';

/** The third step: the field and type of each column, and what becomes of values that do not fit. */
export const MatchStep = () => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const { timezone } = useFormats();
  const navigate = useNavigate();
  const state = useWizard();
  const people = usePeople();
  const names = useMemo(() => new Map((people.data ?? []).map((user) => [user.id, user.name])), [people.data]);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [view, setView] = useState<'columns' | 'preview'>('columns');
  usePageTitle(t('import.match.title'));

  const fields = shownFields(state);
  const label = shownLabel(state);
  const rows = shownRows(state);
  const live = fields.filter((field) => !field.deleted);
  const opened = live.find((field) => field.key === openKey);
  const same = twice(fields);
  const twiceInKey = state.config?.primaryKey !== undefined && (state.proposal?.key?.repeated ?? 0) > 0;
  const stopped = blocker(label, fields) ?? (twiceInKey ? ('keyTwice' as const) : null);
  const check = live.reduce((sum, field) => sum + toCheck(field), 0);
  const columnsToCheck = live.filter((field) => toCheck(field) > 0 || asksFor(field, state)).length;

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
        <div className={classes['list']}>
          <div className={classes['listHead']}>
            <div>
              <h1 className="t-page-title">{t('import.match.title')}</h1>
              <p className="t-secondary">
                {t('import.match.summary', { live: live.length, all: fields.length })}{' '}
                {columnsToCheck > 0 && t('import.match.summaryCheck', { count: columnsToCheck })}
              </p>
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
              <TextInput
                className={classes['tableName'] ?? ''}
                label={t('import.match.table')}
                labelHidden
                value={label}
                onChange={wizard.label}
                maxLength={maxLabel + 20}
                error={
                  stopped === 'labelLong' || stopped === 'labelNeeded' ? t(`import.match.block.${stopped}`) : undefined
                }
              />
            </div>
          </div>
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
                <span className={classes['name']}>{t('import.match.field')}</span>
                <span className={classes['type']}>{t('import.match.type')}</span>
                <span className={classes['fit']}>{t('import.match.fit')}</span>
                <span style={{ width: 28 }} />
              </div>
              <ul className={classes['cards']} aria-label={t('import.match.columns')}>
                {fields.map((field) => (
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
        <div className={classes['grow']}>
          <span className="t-secondary">
            <b className="t-medium">{t('import.match.records', { count: rows })}</b>,{' '}
            {t('import.match.fields', { count: live.length })}
          </span>
          {check > 0 && (
            <span className={classes['warn']}>
              <IconAlertTriangle aria-hidden="true" />
              {t('import.match.check', { count: check })}
            </span>
          )}
          <span className="t-caption t-cut" role="status">
            {stopped === null ? t('import.match.access') : t(`import.match.block.${stopped}`)}
          </span>
        </div>
        <Button onClick={() => void navigate(pathOf('import', state.identifier ?? ''))}>{t('import.back')}</Button>
        <Button
          variant="primary"
          disabled={stopped !== null || state.asking}
          working={state.starting && t('import.match.starting')}
          onClick={() => void start()}
        >
          {t('import.match.start', { count: rows })}
        </Button>
      </footer>
    </WizardFrame>
  );
};
