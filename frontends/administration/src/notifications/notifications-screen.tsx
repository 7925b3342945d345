import {
  Button,
  Check,
  ErrorState,
  hasRight,
  Loading,
  Page,
  Segmented,
  Select,
  Skeleton,
  toast,
  useErrorText,
  useFormats,
  useLanguage,
  usePageTitle,
  useRights,
  useTexts,
} from '@tessera/kit';
import { IconAlertTriangle, IconBell } from '@tessera/kit/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { plansQuery } from '../plan/plan.resource.ts';
import { Followed } from './followed.tsx';
import { Muted } from './muted.tsx';
import classes from './notifications.module.css';
import {
  type NotificationSettings,
  type SettingKey,
  settingsQuery,
  type SettingValue,
  update,
} from './notifications.resource.ts';
import { pushQuery, type PushState, turnOff, turnOn } from './push.ts';

const kinds = [
  'mention',
  'message',
  'assignment',
  'task',
  'automation',
  'import',
  'operation',
  'time_limit',
  'usage',
] as const;
const ways = ['tessera', 'email', 'push'] as const;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
// From Monday on.
const weekdays = [1, 2, 3, 4, 5, 6, 0];
/** A Sunday, for the names of days. */
const sunday = Date.UTC(2026, 10, 22);
const dayMs = 86_400_000;

type Change = { readonly key: SettingKey; readonly value: SettingValue };

/** One setting at a time: it holds as soon as it is pressed, and is as it was where it could not be kept. */
const useSetting = () => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, value }: Change) => update({ setting_key: key, setting_value: value }),
    scope: { id: 'notification-settings' },
    onMutate: ({ key, value }) => {
      client.setQueryData(settingsQuery.queryKey, (before: NotificationSettings | undefined) =>
        before === undefined ? before : { ...before, of: new Map([...before.of, [key, value]]) },
      );
    },
    onSuccess: (settings) => client.setQueryData(settingsQuery.queryKey, settings),
    onError: (error) => {
      toast({ kind: 'error', message: t('notifications.notSaved'), detail: errorText(error) });
      void client.invalidateQueries({ queryKey: settingsQuery.queryKey });
    },
  });
};

/** Whether this browser is told, with the one press that changes it; a calm line where it cannot be. */
const Browser = () => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const client = useQueryClient();
  const { data: state } = useQuery(pushQuery);
  const change = useMutation({
    mutationFn: (on: boolean): Promise<PushState> => (on ? turnOn() : turnOff()),
    onSuccess: (now) => client.setQueryData(pushQuery.queryKey, now),
    onError: (error) => toast({ kind: 'error', message: t('notifications.pushFailed'), detail: errorText(error) }),
  });
  if (state === undefined) return null;
  const able = state === 'on' || state === 'off';
  return (
    <div role="note" className={classes['push']} data-warns={state === 'blocked' || undefined}>
      {state === 'blocked' ? <IconAlertTriangle aria-hidden="true" /> : <IconBell aria-hidden="true" />}
      <p>{t(`notifications.push.${state}`)}</p>
      {able && (
        <Button
          size="toolbar"
          variant={state === 'off' ? 'primary' : 'default'}
          working={change.isPending && t('notifications.push.working')}
          onClick={() => change.mutate(state === 'off')}
        >
          {t(state === 'off' ? 'notifications.push.turnOn' : 'notifications.push.turnOff')}
        </Button>
      )}
    </div>
  );
};

const Kinds = ({ settings }: { readonly settings: NotificationSettings }) => {
  const t = useTexts('administration');
  const setting = useSetting();
  const manages = hasRight(useRights(), 'canManagePlan');
  // Where there are no plans nothing is near a limit.
  const { data: plans } = useQuery({ ...plansQuery, enabled: manages });
  const shown = kinds.filter((kind) => kind !== 'usage' || (plans ?? []).length > 0);
  return (
    <table className={classes['kinds']}>
      {!settings.sendsMail && <caption className="t-secondary">{t('notifications.noMail')}</caption>}
      <thead>
        <tr>
          <th scope="col">{t('notifications.about')}</th>
          {ways.map((way) => (
            <th key={way} scope="col">
              {t(`notifications.way.${way}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((kind) => (
          <tr key={kind}>
            <th scope="row">
              {t(`notifications.kind.${kind}`)}
              {kind === 'message' && <span className="t-secondary">{t('notifications.messageWait')}</span>}
            </th>
            {ways.map((way) => {
              const key = `user_${kind}_notification_${way}` as const;
              const told = settings.of.get(`user_${kind}_notification_tessera`) === true;
              return (
                <td key={way}>
                  <Check
                    ariaLabel={t('notifications.cell', {
                      kind: t(`notifications.kind.${kind}`),
                      way: t(`notifications.way.${way}`),
                    })}
                    checked={settings.of.get(key) === true && (way === 'tessera' || told)}
                    disabled={(way === 'email' && !settings.sendsMail) || (way !== 'tessera' && !told)}
                    onChange={(value) => setting.mutate({ key, value })}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Digest = ({ settings }: { readonly settings: NotificationSettings }) => {
  const t = useTexts('administration');
  const setting = useSetting();
  const { locale } = useFormats();
  const shown = useLanguage();
  const text = (key: SettingKey): string => String(settings.of.get(key) ?? '');
  const every = text('user_notification_digest');
  const language = text('user_notification_language');
  const timezone = text('user_notification_timezone');
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([own, timezone])].filter((zone) => zone !== '');
  const name = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  const set = (key: SettingKey) => (value: string) => setting.mutate({ key, value });
  const setNumber = (key: SettingKey) => (value: string) => setting.mutate({ key, value: Number(value) });
  const choose = (value: string): void => {
    // As this person has it here, where they have not said otherwise.
    if (value !== 'off' && language === '') setting.mutate({ key: 'user_notification_language', value: shown });
    if (value !== 'off' && timezone === '') setting.mutate({ key: 'user_notification_timezone', value: own });
    setting.mutate({ key: 'user_notification_digest', value });
  };
  return (
    <section aria-labelledby="digest" className={classes['digest']}>
      <h2 id="digest" className="t-strong">
        {t('notifications.digest')}
      </h2>
      <p className="t-secondary">{settings.sendsMail ? t('notifications.digestText') : t('notifications.noMail')}</p>
      {settings.sendsMail && (
        <>
          <Segmented
            label={t('notifications.digest')}
            value={every}
            onChange={choose}
            options={(['off', 'day', 'week'] as const).map((value) => ({
              value,
              label: t(`notifications.every.${value}`),
            }))}
          />
          <div className={classes['fields']}>
            {every === 'week' && (
              <Select
                label={t('notifications.weekday')}
                value={text('user_notification_digest_weekday')}
                onChange={setNumber('user_notification_digest_weekday')}
                options={weekdays.map((day) => ({ value: String(day), label: name.format(sunday + day * dayMs) }))}
              />
            )}
            {every !== 'off' && (
              <Select
                label={t('notifications.hour')}
                value={text('user_notification_digest_hour')}
                onChange={setNumber('user_notification_digest_hour')}
                options={hours.map((hour) => ({ value: String(hour), label: clock.format(hour * 3_600_000) }))}
              />
            )}
            <Select
              label={t('notifications.language')}
              value={language}
              onChange={set('user_notification_language')}
              options={[
                { value: '', label: t('notifications.asOrganization') },
                { value: 'en', label: 'English' },
                { value: 'pt', label: 'Português' },
                { value: 'es', label: 'Español' },
              ]}
            />
            <Select
              label={t('notifications.timezone')}
              value={timezone}
              onChange={set('user_notification_timezone')}
              options={[
                { value: '', label: t('notifications.asOrganization') },
                ...zones.map((zone) => ({ value: zone, label: zone })),
              ]}
            />
          </div>
        </>
      )}
    </section>
  );
};

/** Of what somebody hears, and by which ways: each change holds at once, for what happens from then on. */
export const NotificationsScreen = () => {
  const t = useTexts('administration');
  usePageTitle(t('notifications.title'));
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <Page header={<h1 className="t-strong t-cut">{t('notifications.title')}</h1>} back="/for-you">
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && (
        <Loading>
          <Skeleton width={320} height={24} />
        </Loading>
      )}
      {data !== undefined && (
        <div className={classes['screen']}>
          <Browser />
          <Kinds settings={data} />
          <Digest settings={data} />
          <Followed sendsMail={data.sendsMail} />
          <Muted />
        </div>
      )}
    </Page>
  );
};
