import {
  Combobox,
  ErrorState,
  hasRight,
  Loading,
  Mark,
  Select,
  Skeleton,
  Switch,
  TextInput,
  toast,
  useErrorText,
  usePageTitle,
  useRights,
  useTexts,
} from '@tessera/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { isEmail } from './address.ts';
import { changesOf, SettingsForm } from './form.tsx';
import { Picture } from './picture.tsx';
import { type Organization, organizationQuery, settingsApi } from './settings.resource.ts';
import classes from './settings.module.css';
import { type Holidays, WorkingTime } from './working-time.tsx';

const languages = { en: 'English', pt: 'Português', es: 'Español' } as const;
type Language = keyof typeof languages;

type Parts = {
  readonly name: string;
  readonly language: string;
  readonly timezone: string;
  readonly currency: string;
  readonly ai: boolean;
  readonly hideTasks: boolean;
  readonly mfa: boolean;
  readonly hideTables: boolean;
  readonly upload: boolean;
  readonly fun: boolean;
  /** As they are written, separated by commas. */
  readonly emails: string;
  /** As JSON, so that the same ones are equal. */
  readonly workingDays: string;
  readonly holidays: string;
};
const partsOf = ({ name, hideTasks, locale_settings: locale, ai, ...more }: Organization): Parts => ({
  name,
  language: locale.language,
  timezone: locale.timezone,
  currency: locale.currency_symbol,
  ai,
  hideTasks,
  mfa: more.org_mfa_required,
  hideTables: more.hide_tables_for_member,
  upload: more.member_upload_data_shortcut,
  fun: more.fun_mode,
  emails: more.important_emails.join(', '),
  workingDays: JSON.stringify(more.working_days),
  holidays: JSON.stringify(more.holidays),
});
const emailsIn = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
const mostEmails = 30;
/** What has a path of its own on this screen is in sight when somebody comes by it. */
const inSight = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'center' });
const linePaths: Readonly<Record<string, string>> = { 'fun-mode': 'fun', 'multi-factor-authentication': 'mfa' };

const Form = ({ organization }: { readonly organization: Organization }) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const client = useQueryClient();
  const { pathname } = useLocation();
  const asked = pathname.split('/').at(-1) ?? '';
  const kept = partsOf(organization);
  const [edited, setEdited] = useState<Partial<Parts>>({});
  const [saving, setSaving] = useState(false);
  const parts = { ...kept, ...edited };
  const admin = hasRight(useRights(), 'isAdmin');
  const set = (part: 'name' | 'language' | 'timezone' | 'currency' | 'emails') => (text: string) =>
    setEdited({ ...edited, [part]: text });
  const zones = [...new Set([kept.timezone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  const nameless = parts.name.trim() === '';
  const moneyless = parts.currency.trim() === '';
  const emails = emailsIn(parts.emails);
  const emailFault = emails.some((one) => !isEmail(one))
    ? t('settings.importantWrong')
    : emails.length > mostEmails
      ? t('settings.importantMany')
      : undefined;
  const workingDays = JSON.parse(parts.workingDays) as number[];
  const holidays = JSON.parse(parts.holidays) as Holidays;
  const dayless =
    workingDays.length === 0 ||
    holidays.some(({ day }, i) => day === '' || holidays.some((other, at) => at < i && other.day === day));
  const anew = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: organizationQuery.queryKey });
    await client.invalidateQueries({ queryKey: ['session'] });
  };
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      const { organization: saved, commit } = await settingsApi.organization({
        name: parts.name.trim(),
        locale_settings: {
          language: parts.language as Language,
          timezone: parts.timezone,
          currency_symbol: parts.currency.trim(),
        },
        ai: parts.ai,
        hideTasks: parts.hideTasks,
        ...(parts.mfa !== kept.mfa && { org_mfa_required: parts.mfa }),
        hide_tables_for_member: parts.hideTables,
        member_upload_data_shortcut: parts.upload,
        fun_mode: parts.fun,
        important_emails: emails,
        working_days: workingDays,
        holidays,
      });
      client.setQueryData(organizationQuery.queryKey, saved);
      setEdited({});
      // Who has not set it up is asked for it now, before anything else.
      if (parts.mfa && !kept.mfa) return location.reload();
      toast({
        message: t('settings.organizationSaved'),
        ...(commit !== null && { undo: () => settingsApi.undo(commit).then(anew) }),
      });
      void anew();
    } catch (error) {
      toast({ kind: 'error', message: t('settings.notSaved'), detail: errorText(error) });
    } finally {
      setSaving(false);
    }
  };
  return (
    <SettingsForm
      title={t('settings.organization')}
      changes={changesOf(parts, kept)}
      saving={saving}
      wrong={nameless || moneyless || emailFault !== undefined || dayless}
      onSave={() => void save()}
      onDiscard={() => setEdited({})}
    >
      <Picture
        has={organization.logo_customizado !== null}
        change={t('settings.logo')}
        onSave={(data) => settingsApi.logo(data).then(anew)}
        onRemove={() => settingsApi.logo(null).then(anew)}
      >
        <span className={classes['logo']}>
          {organization.logo_customizado === null ? (
            <Mark size={32} />
          ) : (
            <img src={organization.logo_customizado} alt="" />
          )}
        </span>
      </Picture>
      <TextInput
        label={t('settings.name')}
        autoComplete="organization"
        maxLength={120}
        value={parts.name}
        error={nameless ? t('settings.nameNeeded') : undefined}
        onChange={set('name')}
      />
      <TextInput
        label={t('settings.address')}
        help={t('settings.addressHelp')}
        value={organization.short_name}
        readOnly
        onChange={() => undefined}
      />
      <div className={classes['two']} ref={asked === 'language-and-region' ? inSight : undefined}>
        <Select
          label={t('settings.language')}
          value={parts.language}
          options={(Object.keys(languages) as readonly Language[]).map((one) => ({
            value: one as string,
            label: languages[one],
          }))}
          onChange={set('language')}
        />
        <Combobox
          label={t('settings.timezone')}
          value={parts.timezone}
          options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          onChange={set('timezone')}
        />
      </div>
      <TextInput
        label={t('settings.currency')}
        help={t('settings.currencyHelp')}
        maxLength={8}
        value={parts.currency}
        error={moneyless ? t('settings.currencyNeeded') : undefined}
        onChange={set('currency')}
      />
      <TextInput
        label={t('settings.important')}
        help={t('settings.importantHelp')}
        maxLength={8_000}
        value={parts.emails}
        error={emailFault}
        onChange={set('emails')}
      />
      <WorkingTime
        workingDays={workingDays}
        holidays={holidays}
        onWorkingDays={(days) => setEdited({ ...edited, workingDays: JSON.stringify(days) })}
        onHolidays={(all) => setEdited({ ...edited, holidays: JSON.stringify(all) })}
      />
      <section
        className={classes['lines']}
        aria-label={t('settings.everyone')}
        ref={asked === 'behavior' ? inSight : undefined}
      >
        <h2 className="t-strong">{t('settings.everyone')}</h2>
        {([...(admin ? (['mfa'] as const) : []), 'hideTables', 'upload', 'hideTasks', 'fun', 'ai'] as const).map(
          (part) => (
            <div key={part} className={classes['line']} ref={linePaths[asked] === part ? inSight : undefined}>
              <span>
                <span className="t-medium">{t(`settings.switches.${part}`)}</span>
                <span className={`t-caption ${classes['about']}`}>{t(`settings.abouts.${part}`)}</span>
              </span>
              <Switch
                ariaLabel={t(`settings.switches.${part}`)}
                checked={parts[part]}
                onChange={(on) => setEdited({ ...edited, [part]: on })}
              />
            </div>
          ),
        )}
      </section>
    </SettingsForm>
  );
};

/** What the organization is called, and how its people read values. */
export const OrganizationScreen = () => {
  const t = useTexts('administration');
  usePageTitle(t('settings.organization'));
  const { data, error, refetch } = useQuery(organizationQuery);
  if (error !== null && data === undefined) return <ErrorState screen error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <Loading>
        <Skeleton width={320} height={24} />
      </Loading>
    );
  return <Form organization={data} />;
};
