import {
  Button,
  type Id,
  IconButton,
  isApiError,
  LinkButton,
  Panel,
  Segmented,
  toast,
  useErrorText,
  useFormats,
  useTexts,
} from '@tessera/kit';
import { IconArrowBackUp, IconChevronDown, IconChevronUp } from '@tessera/kit/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import classes from './history.module.css';
import { type Action, type Conflicts, previewUndo, undoAction } from './history.resource.ts';
import { useActionWords, useActorName } from './words.ts';

/** More records than this are not gone through only to say what an undo would do. */
const mostPreviewed = 1000;
const shownConflicts = 5;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type Props = {
  readonly action: Action;
  readonly newer: string | undefined;
  readonly older: string | undefined;
  readonly onGo: (id: string) => void;
  readonly onClose: () => void;
};

/** One action: who did it, when and from where, what it was done to, and what its undo would do before it does it. */
export const ActionPanel = ({ action, newer, older, onGo, onClose }: Props) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const { dateTime, ago, list } = useFormats();
  const client = useQueryClient();
  const words = useActionWords();
  const nameOf = useActorName();
  const [conflicts, setConflicts] = useState<Conflicts>('skip');
  const { id, affected_object: table, target, count, created_by: by } = action;
  const large = count > mostPreviewed;
  const preview = useQuery({
    queryKey: ['history-log', 'undo', id, conflicts],
    queryFn: () => previewUndo(id, conflicts),
    enabled: action.can_undo && !large,
    staleTime: 0,
    retry: false,
    placeholderData: (before) => before,
  });
  const undo = useMutation({
    mutationFn: () => undoAction(id, conflicts),
    onSuccess: ({ state }) => {
      toast({ message: t(state === 'running' ? 'log.panel.running' : 'log.panel.undone') });
      onClose();
    },
    onError: (error) => toast({ kind: 'error', message: t('log.panel.failed'), detail: errorText(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: ['history-log'] }),
  });
  const told = preview.data;
  const clashes = told?.conflicts ?? [];
  const back = told === undefined ? 0 : Math.max(0, told.records - told.skipped);
  const nothingLeft = isApiError(preview.error) && preview.error.code === 'undo.nothing';
  const possible = action.can_undo && (large || (told !== undefined && told.notUndoable === undefined));
  const sentence = words(action)
    .map(({ text }) => text)
    .join('');
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      t('log.columns.who'),
      by.user === null ? nameOf(action) : `${nameOf(action)}, ${t('log.forPerson', { name: by.user.name })}`,
    ],
    [
      t('log.panel.when'),
      <>
        {dateTime(action.performed_at)} <span className="t-caption">{ago(action.performed_at)}</span>
      </>,
    ],
    [t('log.columns.source'), t(`log.sources.${action.action_source}`)],
    ...(action.ip === null ? [] : [[t('log.panel.address'), action.ip] as const]),
    ...(table === null || table.label === ''
      ? []
      : [
          [
            t('log.panel.place'),
            table.live ? <Link to={`/object/${table.id as Id}`}>{table.label}</Link> : table.label,
          ] as const,
        ]),
    ...(action.affected_fields.length === 0 ? [] : [[t('log.panel.fields'), list(action.affected_fields)] as const]),
  ];
  const inTable = table?.live === true && action.id !== '' && /^(records|cells)/.test(action.kind);
  return (
    <Panel
      opened
      scrim={false}
      label={t('history.title')}
      onClose={onClose}
      header={
        <span className={classes['walk']}>
          <IconButton
            label={t('log.panel.newer')}
            icon={IconChevronUp}
            disabled={newer === undefined}
            onClick={() => newer !== undefined && onGo(newer)}
          />
          <IconButton
            label={t('log.panel.older')}
            icon={IconChevronDown}
            disabled={older === undefined}
            onClick={() => older !== undefined && onGo(older)}
          />
        </span>
      }
      {...(possible && {
        footer: (
          <>
            <span style={{ flex: 1 }} />
            <Button
              variant="primary"
              icon={IconArrowBackUp}
              working={undo.isPending && t('log.panel.undoing')}
              onClick={() => undo.mutate()}
            >
              {back > 0 ? t('log.panel.undoMany', { count: back }) : t('log.panel.undo')}
            </Button>
          </>
        ),
      })}
    >
      <div className={classes['detail']}>
        <h2>{capital(sentence)}</h2>
        <dl className={classes['facts']}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {action.action_source === 'automation' && action.operation_id !== null && (
          <p className={classes['links']}>
            <LinkButton size="toolbar" to={`/automations/automation-log/${action.operation_id}`}>
              {t('log.panel.openRun')}
            </LinkButton>
          </p>
        )}
        {inTable && (
          <p className={classes['links']}>
            <LinkButton size="toolbar" to={`/object/${table.id}?panel=history&entry=${encodeURIComponent(id)}`}>
              {t('log.panel.openBefore')}
            </LinkButton>
            {target?.kind === 'record' && target.live && (
              <LinkButton size="toolbar" variant="quiet" to={`/object/${table.id}?recordId=${target.id}`}>
                {t('log.panel.openRecord', { name: target.label === '' ? t('log.unnamed') : target.label })}
              </LinkButton>
            )}
          </p>
        )}
        {action.can_undo && (
          <section className={classes['undoing']}>
            <h3>{t('log.panel.ifUndone')}</h3>
            {large && <p>{t('log.panel.large')}</p>}
            {!large && preview.isPending && <p>{t('log.panel.looking')}</p>}
            {preview.error && <p>{nothingLeft ? t('log.panel.gone') : errorText(preview.error)}</p>}
            {told !== undefined && !preview.error && (
              <p>
                {told.notUndoable !== undefined
                  ? t('log.panel.notUndoable')
                  : list([
                      back > 0 ? t('log.panel.goBack', { count: back }) : t('log.panel.changesBack'),
                      ...(clashes.length > 0 ? [t('log.panel.since', { count: clashes.length })] : []),
                    ])}
              </p>
            )}
            {clashes.length > 0 && (
              <div className={classes['clashes']}>
                <ul>
                  {clashes.slice(0, shownConflicts).map((one) => (
                    <li key={`${one.recordId ?? ''} ${one.fieldId}`}>
                      <b>{one.recordLabel ?? t('log.unnamed')}</b> {one.fieldName}
                    </li>
                  ))}
                </ul>
                {clashes.length > shownConflicts && (
                  <p>{t('log.panel.moreConflicts', { count: clashes.length - shownConflicts })}</p>
                )}
                <Segmented
                  label={t('log.panel.conflicts')}
                  value={conflicts}
                  onChange={setConflicts}
                  options={[
                    { value: 'skip', label: t('log.panel.keep') },
                    { value: 'overwrite', label: t('log.panel.overwrite') },
                  ]}
                />
              </div>
            )}
          </section>
        )}
      </div>
    </Panel>
  );
};
