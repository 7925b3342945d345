import { Button, cx, hasRight, toast, useErrorText, useRights, useTexts } from '@tessera/kit';
import { IconCheck } from '@tessera/kit/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { importable, useFrameActions } from '../frame/actions.tsx';
import { queries } from '../session/session.resource.ts';
import classes from './home.module.css';
import { homeQuery, invitationsQuery, keepPreference, preferencesQuery, usersQuery } from './home.resource.ts';
import { hiddenKey } from './use-start-pending.ts';

type Step = {
  readonly id: string;
  readonly done: boolean;
  readonly title: string;
  readonly text: string;
  readonly actions: (first: boolean) => ReactNode;
};

/** The steps by rights, each done or with its action. Empty for those who may do none of them. */
const useSteps = (): readonly Step[] => {
  const t = useTexts('shell');
  const rights = useRights();
  const { createTable, creating, openImport, importFile, refuseFile, invite } = useFrameActions();
  const home = useQuery(homeQuery);
  const invites = hasRight(rights, 'canManageUsers');
  const users = useQuery({ ...usersQuery, enabled: invites });
  const invitations = useQuery({ ...invitationsQuery, enabled: invites });
  const input = useRef<HTMLInputElement>(null);
  const hasTables = (home.data?.tables.length ?? 0) > 0;
  const hasPeople = (users.data?.length ?? 0) > 1 || (invitations.data?.length ?? 0) > 0;
  return [
    { id: 'organization', done: true, title: t('start.organization'), text: '', actions: () => null },
    ...(createTable || openImport
      ? [
          {
            id: 'data',
            done: hasTables,
            title: t('start.data'),
            text: t('start.dataText'),
            actions: (first: boolean) => (
              <>
                {createTable && (
                  <Button onClick={createTable} working={creating && t('create.working')}>
                    {t('start.blank')}
                  </Button>
                )}
                {openImport && (
                  <>
                    <Button variant={first ? 'primary' : 'default'} onClick={() => input.current?.click()}>
                      {t('start.upload')}
                    </Button>
                    <input
                      ref={input}
                      type="file"
                      hidden
                      accept={importable.join(',')}
                      onChange={(event) => {
                        const file = event.target.files?.[0];
                        if (!file) return;
                        if (importable.some((ending) => file.name.toLowerCase().endsWith(ending))) importFile(file);
                        else refuseFile(file);
                      }}
                    />
                  </>
                )}
              </>
            ),
          },
        ]
      : []),
    ...(invite
      ? [
          {
            id: 'people',
            done: hasPeople,
            title: t('start.people'),
            text: t('start.peopleText'),
            actions: (first: boolean) => (
              <Button variant={first ? 'primary' : 'default'} onClick={invite}>
                {t('start.invite')}
              </Button>
            ),
          },
        ]
      : []),
  ];
};

/** The way from an empty workspace to one that is used. */
export const StartHere = ({ hideable = true }: { hideable?: boolean }) => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const steps = useSteps();
  const { data: preferences } = useQuery({ ...preferencesQuery, enabled: hideable });
  const hide = useMutation({
    mutationFn: (hidden: boolean) => keepPreference(hiddenKey, hidden ? true : null),
    onMutate: (hidden) => queries.setQueryData(preferencesQuery.queryKey, (old) => ({ ...old, [hiddenKey]: hidden })),
    onSuccess: (_, hidden) => {
      if (hidden) toast({ message: t('start.hidden'), undo: () => hide.mutate(false) });
    },
    onError: (error) => {
      void queries.invalidateQueries({ queryKey: ['preferences'] });
      toast({ kind: 'error', message: t('start.hideFailed'), detail: errorText(error) });
    },
  });
  const done = steps.filter((step) => step.done).length;
  if (steps.length < 2 || (hideable && (!preferences || preferences[hiddenKey] === true || done === steps.length)))
    return null;
  const first = steps.find((step) => !step.done)?.id;
  return (
    <section aria-labelledby="start-here">
      <div className={classes['head']}>
        <h2 id="start-here">{t('start.title')}</h2>
        <span className="t-caption">{t('start.progress', { done, count: steps.length })}</span>
        {hideable && (
          <span className={classes['end']}>
            <Button variant="quiet" size="toolbar" onClick={() => hide.mutate(true)}>
              {t('start.hide')}
            </Button>
          </span>
        )}
      </div>
      <ol className={classes['start']}>
        {steps.map((step) => (
          <li key={step.id} className={cx(step.done && classes['done'])}>
            <span className={classes['tick']}>{step.done && <IconCheck aria-hidden="true" />}</span>
            <span className={classes['text']}>
              <span className={step.done ? undefined : 't-medium'}>{step.title}</span>
              {step.done ? (
                <span className="t-hidden">{t('start.done')}</span>
              ) : (
                <span className="t-secondary" style={{ display: 'block' }}>
                  {step.text}
                </span>
              )}
            </span>
            {!step.done && <span className={classes['buttons']}>{step.actions(step.id === first)}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
};
