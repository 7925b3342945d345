import {
  Button,
  Dialog,
  Panel,
  RadioCards,
  Select,
  Switch,
  TextInput,
  toast,
  useErrorText,
  useTexts,
} from '@tessera/kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { tablesQuery } from '../automations/automations.resource.ts';
import { functionsQuery } from '../lowcode/functions.resource.ts';
import shared from '../tokens/tokens.module.css';
import { settingsOf, useIncomingCalls, type Entry, type Incoming, type Settings } from './incoming.resource.ts';

type Target = 'table' | 'function';
const nothing: Settings = { name: '', active: true, tableId: null, functionId: null };

/** Makes an incoming webhook, or changes one that is there, which asks first: programs go by it. */
export const FormPanel = ({
  webhook,
  onClose,
  onCreated,
}: {
  readonly webhook?: Entry | Incoming;
  readonly onClose: () => void;
  readonly onCreated?: (id: string) => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useIncomingCalls();
  const { data: tables = [] } = useQuery(tablesQuery);
  const { data: functions = [] } = useQuery(functionsQuery);
  const before = webhook === undefined ? nothing : settingsOf(webhook);
  const [settings, setSettings] = useState(before);
  const [target, setTarget] = useState<Target>((before.functionId ?? null) === null ? 'table' : 'function');
  const [tried, setTried] = useState(false);
  const [asked, setAsked] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  // After the panel took the focus.
  useEffect(() => first.current?.focus(), []);
  const { name, active = true, tableId = null, functionId = null } = settings;
  const put = (part: Partial<Settings>): void => setSettings({ ...settings, ...part });
  const isUnnamed = name.trim() === '';
  const isNowhere = (target === 'table' ? tableId : functionId) === null;
  // One that is off stays where it was chosen before.
  const offered = functions.filter(
    ({ active: on, label, id, trigger }) => (on && label !== '' && trigger === null) || id === functionId,
  );
  const save = useMutation({
    mutationFn: async (): Promise<string | undefined> => {
      const sent = { ...settings, name: name.trim() };
      if (webhook === undefined) return calls.create(sent);
      await calls.save(webhook.id, sent, webhook.revision);
      return undefined;
    },
    onSuccess: (made) => {
      toast({ message: t(made === undefined ? 'incoming.saved' : 'incoming.created'), duration: 5000 });
      onClose();
      if (made !== undefined) onCreated?.(made);
    },
    onError: () => setAsked(false),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isUnnamed) return first.current?.focus();
    if (isNowhere || save.isPending) return;
    if (webhook === undefined) save.mutate();
    else setAsked(true);
  };
  return (
    <Panel
      opened
      onClose={onClose}
      label={t(webhook === undefined ? 'incoming.new' : 'incoming.edit')}
      footer={
        <>
          <Button onClick={onClose}>{t('kit:cancel')}</Button>
          <Button
            variant="primary"
            working={save.isPending && t(webhook === undefined ? 'incoming.creating' : 'incoming.saving')}
            onClick={(event) => submit(event as unknown as FormEvent)}
          >
            {t(webhook === undefined ? 'incoming.create' : 'incoming.save')}
          </Button>
        </>
      }
    >
      <form className={shared['form']} onSubmit={submit} noValidate>
        <TextInput
          ref={first}
          label={t('incoming.name')}
          value={name}
          onChange={(text) => put({ name: text })}
          maxLength={120}
          error={tried && isUnnamed ? t('incoming.nameMissing') : undefined}
        />
        <div className={shared['what']}>
          <span className="t-medium">{t('incoming.goesTo')}</span>
          <RadioCards<Target>
            label={t('incoming.goesTo')}
            value={target}
            onChange={(next) => {
              setTarget(next);
              // The one clears the other.
              put({ tableId: null, functionId: null });
            }}
            options={(['table', 'function'] as const).map((value) => ({
              value,
              label: t(`incoming.target.${value}`),
              detail: t(`incoming.about.${value}`),
            }))}
          />
        </div>
        {target === 'table' ? (
          <Select
            label={t('incoming.table')}
            value={tableId}
            onChange={(id) => put({ tableId: id, functionId: null })}
            searchable
            error={tried && isNowhere ? t('incoming.tableMissing') : undefined}
            options={tables.map(({ id, label }) => ({ value: id, label }))}
          />
        ) : (
          <Select
            label={t('incoming.function')}
            value={functionId}
            onChange={(id) => put({ functionId: id, tableId: null })}
            searchable
            error={tried && isNowhere ? t('incoming.functionMissing') : undefined}
            options={offered.map(({ id, label }) => ({ value: id, label }))}
          />
        )}
        <Switch label={t('incoming.active')} checked={active} onChange={(on) => put({ active: on })} />
        <p className={shared['note']}>{t('incoming.note')}</p>
        <div role="alert">{save.error && <p className={shared['problem']}>{errorText(save.error)}</p>}</div>
        <button type="submit" hidden />
      </form>
      <Dialog
        opened={asked}
        size="small"
        closable={!save.isPending}
        onClose={() => setAsked(false)}
        title={t('incoming.saveTitle')}
        footer={
          <>
            <Button data-autofocus disabled={save.isPending} onClick={() => setAsked(false)}>
              {t('kit:cancel')}
            </Button>
            <Button variant="primary" working={save.isPending && t('incoming.saving')} onClick={() => save.mutate()}>
              {t('incoming.save')}
            </Button>
          </>
        }
      >
        <p className="t-secondary">{t('incoming.saveText')}</p>
      </Dialog>
    </Panel>
  );
};
