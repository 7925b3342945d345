import {
  Button,
  Dialog,
  ErrorState,
  Loading,
  Select,
  Skeleton,
  TextInput,
  toast,
  useErrorText,
  useFormats,
  useTexts,
} from '@tessera/kit';
import { triggerTypes } from '@tessera/proto/automations';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './automations.module.css';
import { peopleQuery, useAutomationCalls, versionsQuery, type Automation, type Entry } from './automations.resource.ts';

/** Makes an automation with what starts it; the rest is set in the editor, where it leads. */
export const NewDialog = ({
  onClose,
  onMade,
}: {
  readonly onClose: () => void;
  readonly onMade: (id: string) => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useAutomationCalls();
  const [label, setLabel] = useState('');
  const [type, setType] = useState(triggerTypes[0]!.id);
  const make = useMutation({
    mutationFn: () => calls.create({ label: label.trim(), trigger: { type, config: {} }, steps: [] }),
    onSuccess: onMade,
  });
  const usable = label.trim() !== '';
  return (
    <Dialog
      opened
      closable={!make.isPending}
      onClose={onClose}
      title={t('automation.new')}
      onSubmit={() => {
        if (usable) make.mutate();
      }}
      footer={
        <>
          <Button disabled={make.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={!usable}
            working={make.isPending && t('automation.creating')}
          >
            {t('automation.create')}
          </Button>
        </>
      }
    >
      <TextInput
        label={t('automation.name')}
        value={label}
        onChange={setLabel}
        maxLength={120}
        error={make.error ? errorText(make.error) : undefined}
        data-autofocus
      />
      <Select
        label={t('automation.startsWhen')}
        value={type}
        onChange={setType}
        options={triggerTypes.map(({ id }) => ({ value: id, label: t(`automation.trigger.${id}.title`) }))}
      />
    </Dialog>
  );
};

/** Gives an automation to somebody else, with whose rights it runs from then on. */
export const GiveDialog = ({
  entry,
  people,
  onClose,
}: {
  readonly entry: Pick<Entry, 'id' | 'label' | 'ownerId'>;
  readonly people: readonly { readonly id: string; readonly name: string; readonly active: boolean }[];
  readonly onClose: () => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useAutomationCalls();
  const [to, setTo] = useState<string | null>(null);
  const give = useMutation({ mutationFn: (userId: string) => calls.give(entry.id, userId), onSuccess: onClose });
  return (
    <Dialog
      opened
      size="small"
      closable={!give.isPending}
      onClose={onClose}
      title={t('automation.giveTitle', { name: entry.label })}
      onSubmit={() => {
        if (to !== null) give.mutate(to);
      }}
      footer={
        <>
          <Button disabled={give.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={to === null}
            working={give.isPending && t('automation.giving')}
          >
            {t('automation.give')}
          </Button>
        </>
      }
    >
      <p>{t('automation.giveText')}</p>
      <Select
        label={t('automation.columns.owner')}
        value={to}
        onChange={setTo}
        searchable
        error={give.error ? errorText(give.error) : undefined}
        options={people
          .filter(({ id, active }) => active && id !== entry.ownerId)
          .map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Dialog>
  );
};

/** What was published, the newest first; each can be put into the draft. */
export const VersionsDialog = ({
  id,
  canChange,
  onClose,
  onRestored,
}: {
  readonly id: string;
  readonly canChange: boolean;
  readonly onClose: () => void;
  readonly onRestored: (automation: Automation) => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const { dateTime } = useFormats();
  const calls = useAutomationCalls();
  const { data, error, refetch } = useQuery({ ...versionsQuery(id), staleTime: 0 });
  const { data: people = [] } = useQuery(peopleQuery);
  const restore = useMutation({
    mutationFn: (version: number) => calls.restore(id, version),
    onSuccess: onRestored,
    onError: (problem) => toast({ kind: 'error', message: t('automation.notChanged'), detail: errorText(problem) }),
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('automation.versions')}
      footer={<Button onClick={onClose}>{t('kit:close')}</Button>}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && (
        <Loading>
          <Skeleton width={240} />
        </Loading>
      )}
      <ul className={classes['results']} aria-label={t('automation.versions')}>
        {data?.map(({ version, at, by, label }) => (
          <li key={version} className={classes['versionRow']}>
            <span className={classes['two']}>
              <span className="t-medium t-cut">{t('automation.versionOf', { version, name: label })}</span>
              <span className="t-caption">
                {t('automation.publishedBy', {
                  when: dateTime(at),
                  name: people.find((one) => one.id === by)?.name ?? '',
                })}
              </span>
            </span>
            {canChange && (
              <Button
                size="toolbar"
                working={restore.isPending && restore.variables === version && t('automation.restoring')}
                onClick={() => restore.mutate(version)}
              >
                {t('automation.restore')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
