import {
  Avatar,
  Button,
  ErrorState,
  LinkButton,
  Loading,
  Skeleton,
  TextInput,
  toast,
  useErrorText,
  usePageTitle,
  useTexts,
  useUrlModal,
} from '@tessera/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changesOf, SettingsForm } from './form.tsx';
import { isEmail } from './address.ts';
import { Picture } from './picture.tsx';
import { type Profile, profileQuery, settingsApi } from './settings.resource.ts';
import classes from './settings.module.css';

const number = /^[+\d][\d ()./-]{2,39}$/;

type Parts = { readonly [Part in 'display_name' | 'first_name' | 'last_name' | 'personal_email' | 'phone']: string };
const partsOf = (profile: Profile): Parts => ({
  display_name: profile.display_name,
  first_name: profile.first_name,
  last_name: profile.last_name,
  personal_email: profile.personal_email ?? '',
  phone: profile.phone ?? '',
});
const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const Form = ({ profile }: { readonly profile: Profile }) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const client = useQueryClient();
  const { open } = useUrlModal();
  const kept = partsOf(profile);
  const [edited, setEdited] = useState<Partial<Parts>>({});
  const [saving, setSaving] = useState(false);
  const parts = { ...kept, ...edited };
  const set = (part: keyof Parts) => (text: string) => setEdited({ ...edited, [part]: text });
  const wrong = {
    first: parts.first_name.trim() === '' ? t('settings.firstNeeded') : undefined,
    shown: parts.display_name.trim() === '' ? t('settings.shownNeeded') : undefined,
    email:
      parts.personal_email.trim() !== '' && !isEmail(parts.personal_email.trim())
        ? t('settings.emailWrong')
        : undefined,
    phone: parts.phone.trim() !== '' && !number.test(parts.phone.trim()) ? t('settings.phoneWrong') : undefined,
  };
  const anew = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: profileQuery.queryKey });
    void client.invalidateQueries({ queryKey: ['session'] });
    void client.invalidateQueries({ queryKey: ['users'] });
  };
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      const saved = await settingsApi.profile({
        display_name: parts.display_name.trim(),
        first_name: parts.first_name.trim(),
        last_name: parts.last_name.trim(),
        personal_email: orNull(parts.personal_email),
        phone: orNull(parts.phone),
      });
      client.setQueryData(profileQuery.queryKey, saved);
      setEdited({});
      toast({ message: t('settings.profileSaved') });
      void client.invalidateQueries({ queryKey: ['session'] });
      void client.invalidateQueries({ queryKey: ['users'] });
    } catch (error) {
      toast({ kind: 'error', message: t('settings.notSaved'), detail: errorText(error) });
    } finally {
      setSaving(false);
    }
  };
  return (
    <SettingsForm
      title={t('settings.profile')}
      changes={changesOf(parts, kept)}
      saving={saving}
      wrong={Object.values(wrong).some((one) => one !== undefined)}
      onSave={() => void save()}
      onDiscard={() => setEdited({})}
    >
      <div className={classes['who']}>
        <Avatar name={parts.display_name} id={profile.id} photo={profile.photo_url} size={32} />
        <div>
          <p className="t-strong">{parts.display_name}</p>
          <p className="t-secondary">{profile.email}</p>
        </div>
      </div>
      <Picture
        has={profile.photo_url !== null}
        change={t('settings.photo')}
        onSave={(data) => settingsApi.photo(data).then(anew)}
        onRemove={() => settingsApi.photo(null).then(anew)}
      >
        <span className={classes['logo']}>
          {profile.photo_url === null ? (
            <Avatar name={parts.display_name} id={profile.id} size={32} />
          ) : (
            <img src={profile.photo_url} alt="" />
          )}
        </span>
      </Picture>
      <div className={classes['two']}>
        <TextInput
          label={t('settings.firstName')}
          autoComplete="given-name"
          maxLength={120}
          value={parts.first_name}
          error={wrong.first}
          onChange={set('first_name')}
        />
        <TextInput
          label={t('settings.lastName')}
          autoComplete="family-name"
          maxLength={120}
          value={parts.last_name}
          onChange={set('last_name')}
        />
      </div>
      <TextInput
        label={t('settings.shownName')}
        help={t('settings.shownHelp')}
        maxLength={120}
        value={parts.display_name}
        error={wrong.shown}
        onChange={set('display_name')}
      />
      <div className={classes['two']}>
        <TextInput
          label={t('settings.shownEmail')}
          type="email"
          autoComplete="email"
          maxLength={254}
          value={parts.personal_email}
          error={wrong.email}
          onChange={set('personal_email')}
        />
        <TextInput
          label={t('settings.phone')}
          type="tel"
          autoComplete="tel"
          maxLength={40}
          value={parts.phone}
          error={wrong.phone}
          onChange={set('phone')}
        />
      </div>
      <section className={classes['lines']} aria-label={t('settings.signingIn')}>
        <h2 className="t-strong">{t('settings.signingIn')}</h2>
        <div className={classes['line']}>
          <span>{t('settings.password')}</span>
          <Button size="toolbar" onClick={() => open('changePassword')}>
            {t('settings.changePassword')}
          </Button>
        </div>
        <div className={classes['line']}>
          <span>{t('settings.sessions')}</span>
          <LinkButton size="toolbar" to="/settings/security">
            {t('settings.review')}
          </LinkButton>
        </div>
      </section>
    </SettingsForm>
  );
};

/** Who somebody is, by their own words. */
export const ProfileScreen = () => {
  const t = useTexts('administration');
  usePageTitle(t('settings.profile'));
  const { data, error, refetch } = useQuery(profileQuery);
  if (error !== null && data === undefined) return <ErrorState screen error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <Loading>
        <Skeleton width={320} height={24} />
      </Loading>
    );
  return <Form profile={data} />;
};
