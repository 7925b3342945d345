import {
  Check,
  Combobox,
  ErrorState,
  Loading,
  Select,
  Skeleton,
  Switch,
  TextInput,
  toast,
  useErrorText,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changesOf, SettingsForm } from './form.tsx';
import { type Organization, organizationQuery, settingsApi } from './settings.resource.ts';
import classes from './settings.module.css';

const languages = { en: 'English', pt: 'Português', es: 'Español' } as const;
type Language = keyof typeof languages;

type Parts = {
  readonly name: string;
  readonly language: string;
  readonly timezone: string;
  readonly currency: string;
  readonly ai: boolean;
  readonly hideTasks: boolean;
};
const partsOf = ({ name, hideTasks, locale_settings: locale, ai }: Organization): Parts => ({
  name,
  language: locale.language,
  timezone: locale.timezone,
  currency: locale.currency_symbol,
  ai,
  hideTasks,
});

const Form = ({ organization }: { readonly organization: Organization }) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const client = useQueryClient();
  const kept = partsOf(organization);
  const [edited, setEdited] = useState<Partial<Parts>>({});
  const [saving, setSaving] = useState(false);
  const parts = { ...kept, ...edited };
  const set = (part: Exclude<keyof Parts, 'hideTasks'>) => (text: string) => setEdited({ ...edited, [part]: text });
  const zones = [...new Set([kept.timezone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  const nameless = parts.name.trim() === '';
  const moneyless = parts.currency.trim() === '';
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
      });
      client.setQueryData(organizationQuery.queryKey, saved);
      setEdited({});
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
      wrong={nameless || moneyless}
      onSave={() => void save()}
      onDiscard={() => setEdited({})}
    >
      <TextInput
        label={t('settings.name')}
        autoComplete="organization"
        maxLength={120}
        value={parts.name}
        error={nameless ? t('settings.nameNeeded') : undefined}
        onChange={set('name')}
      />
      <div className={classes['two']}>
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
      <Switch checked={parts.ai} label={t('settings.ai')} onChange={(ai) => setEdited({ ...edited, ai })} />
      <p className="t-caption">{t('settings.aiHelp')}</p>
      <Check
        label={t('settings.hideTasks')}
        checked={parts.hideTasks}
        onChange={(hideTasks) => setEdited({ ...edited, hideTasks })}
      />
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
