import {
  Button,
  Check,
  Dialog,
  MultiSelect,
  Panel,
  Select,
  Switch,
  TextInput,
  toast,
  useErrorText,
  useTexts,
} from '@tessera/kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { tableQuery, tablesQuery } from '../automations/automations.resource.ts';
import shared from '../tokens/tokens.module.css';
import classes from './webhooks.module.css';
import {
  settingsOf,
  useWebhookCalls,
  type Entry,
  type Settings,
  type WebhookEvent,
  type WithSecret,
} from './webhooks.resource.ts';

const events = ['created', 'updated', 'deleted'] as const;
const isWeb = (text: string): boolean => {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
};
const nothing: Settings = {
  label: '',
  url: '',
  tableId: '',
  events: [...events],
  fieldIds: [],
  active: true,
};

/** Makes a webhook, or changes one that is there, which asks first: programs go by it. */
export const FormPanel = ({
  webhook,
  onClose,
  onMade,
}: {
  readonly webhook?: Entry;
  readonly onClose: () => void;
  readonly onMade?: (made: WithSecret) => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useWebhookCalls();
  const { data: tables = [] } = useQuery(tablesQuery);
  const [settings, setSettings] = useState<Settings>(webhook === undefined ? nothing : settingsOf(webhook));
  const [tried, setTried] = useState(false);
  const [asked, setAsked] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const address = useRef<HTMLInputElement>(null);
  // After the panel took the focus.
  useEffect(() => first.current?.focus(), []);
  const { label, url, tableId, events: chosen, fieldIds = [], active = true } = settings;
  const { data: table } = useQuery({ ...tableQuery(tableId), enabled: tableId !== '' });
  const put = (part: Partial<Settings>): void => setSettings({ ...settings, ...part });
  const wrong = {
    label: label.trim() === '',
    url: !isWeb(url),
    tableId: tableId === '',
    events: chosen.length === 0,
  };
  const save = useMutation({
    mutationFn: async (): Promise<WithSecret | undefined> => {
      const sent = { ...settings, label: label.trim(), url: url.trim() };
      if (webhook === undefined) return calls.create(sent);
      await calls.save(webhook.id, sent, webhook.revision);
      return undefined;
    },
    onSuccess: (made) => {
      if (made !== undefined) return onMade?.(made);
      toast({ message: t('webhook.saved'), duration: 5000 });
      onClose();
    },
    onError: () => setAsked(false),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (wrong.label) return first.current?.focus();
    if (wrong.url) return address.current?.focus();
    if (wrong.tableId || wrong.events || save.isPending) return;
    if (webhook === undefined) save.mutate();
    else setAsked(true);
  };
  const turn = (one: WebhookEvent, on: boolean): void =>
    put({ events: events.filter((event) => (event === one ? on : chosen.includes(event))) });
  const title = t(webhook === undefined ? 'webhook.new' : 'webhook.edit');
  return (
    <Panel
      opened
      onClose={onClose}
      label={title}
      footer={
        <>
          <Button onClick={onClose}>{t('kit:cancel')}</Button>
          <Button
            variant="primary"
            working={save.isPending && t(webhook === undefined ? 'webhook.creating' : 'webhook.saving')}
            onClick={(event) => submit(event as unknown as FormEvent)}
          >
            {t(webhook === undefined ? 'webhook.create' : 'webhook.save')}
          </Button>
        </>
      }
    >
      <form className={shared['form']} onSubmit={submit} noValidate>
        <TextInput
          ref={first}
          label={t('webhook.name')}
          value={label}
          onChange={(text) => put({ label: text })}
          maxLength={120}
          error={tried && wrong.label ? t('webhook.nameMissing') : undefined}
        />
        <TextInput
          ref={address}
          label={t('webhook.address')}
          type="url"
          value={url}
          onChange={(text) => put({ url: text })}
          maxLength={2000}
          placeholder="https://"
          help={t('webhook.addressHelp')}
          error={tried && wrong.url ? t('webhook.addressWrong') : undefined}
        />
        <Select
          label={t('webhook.table')}
          value={tableId === '' ? null : tableId}
          onChange={(id) => put({ tableId: id, fieldIds: [] })}
          searchable
          error={tried && wrong.tableId ? t('webhook.tableMissing') : undefined}
          options={tables.map(({ id, label: text }) => ({ value: id, label: text }))}
        />
        <fieldset className={classes['checks']}>
          <legend>{t('webhook.when')}</legend>
          {events.map((one) => (
            <Check
              key={one}
              label={t(`webhook.event.${one}`)}
              checked={chosen.includes(one)}
              onChange={(on) => turn(one, on)}
            />
          ))}
          {tried && wrong.events && (
            <p role="alert" className={shared['problem']}>
              {t('webhook.eventsMissing')}
            </p>
          )}
        </fieldset>
        {table !== undefined && chosen.includes('updated') && (
          <MultiSelect
            label={t('webhook.fields')}
            help={t('webhook.anyField')}
            values={fieldIds}
            onChange={(ids) => put({ fieldIds: [...ids] })}
            options={table.fields.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <Switch label={t('webhook.active')} checked={active} onChange={(on) => put({ active: on })} />
        <p className={shared['note']}>{t('webhook.note')}</p>
        <div role="alert">{save.error && <p className={shared['problem']}>{errorText(save.error)}</p>}</div>
        <button type="submit" hidden />
      </form>
      <Dialog
        opened={asked}
        size="small"
        closable={!save.isPending}
        onClose={() => setAsked(false)}
        title={t('webhook.saveTitle')}
        footer={
          <>
            <Button data-autofocus disabled={save.isPending} onClick={() => setAsked(false)}>
              {t('kit:cancel')}
            </Button>
            <Button variant="primary" working={save.isPending && t('webhook.saving')} onClick={() => save.mutate()}>
              {t('webhook.save')}
            </Button>
          </>
        }
      >
        <p className="t-secondary">{t('webhook.saveText')}</p>
      </Dialog>
    </Panel>
  );
};
