import {
  Button,
  copyText,
  Dialog,
  Select,
  Switch,
  Textarea,
  TextInput,
  toast,
  useErrorText,
  useTexts,
} from '@tessera/kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRoleName } from '../roles/role-name.ts';
import { bodyOf, draftOf, kinds, missing, seats, type Draft, type Kind } from './model.ts';
import { providersApi, providersQuery, rolesQuery, type Provider } from './sign-in.resource.ts';
import classes from './sign-in.module.css';

/** Makes a provider, or changes one. */
export const ProviderDialog = ({
  provider,
  onMade,
  onClose,
}: {
  readonly provider: Provider | undefined;
  /** What the provider must know of is known once it is made. */
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const roleName = useRoleName();
  const client = useQueryClient();
  const { data: roles = [] } = useQuery(rolesQuery);
  const names: Readonly<Record<Kind, string>> = {
    oidc: t('providers.kinds.oidc'),
    google: 'Google',
    microsoft: 'Microsoft',
    apple: 'Apple',
  };
  const [draft, setDraft] = useState(() => draftOf(provider, names));
  const [tried, setTried] = useState(false);
  const set =
    <P extends keyof Draft>(part: P) =>
    (value: Draft[P]): void =>
      setDraft({ ...draft, [part]: value });
  const lacks = missing(draft, provider === undefined);
  const needed = (part: keyof Draft): string | undefined =>
    tried && lacks.has(part) ? t('providers.needed') : undefined;
  const save = useMutation({
    mutationFn: async (): Promise<string | undefined> => {
      const body = bodyOf(draft);
      const made =
        provider === undefined
          ? await providersApi.make({ ...body, kind: draft.kind, client_secret: draft.secret.trim(), on: true })
          : undefined;
      if (provider !== undefined) await providersApi.change(provider.id, body);
      await client.invalidateQueries({ queryKey: providersQuery.queryKey });
      return made?.id;
    },
    onSuccess: (made) => {
      toast({ message: t('providers.saved', { name: draft.name.trim() }) });
      if (made === undefined) onClose();
      else onMade(made);
    },
  });
  const chooseKind = (kind: Kind): void =>
    setDraft({ ...draft, kind, name: draft.name === names[draft.kind] ? names[kind] : draft.name });
  return (
    <Dialog
      opened
      size="large"
      closable={!save.isPending}
      onClose={onClose}
      title={provider === undefined ? t('providers.add') : provider.name}
      onSubmit={() => {
        setTried(true);
        if (lacks.size === 0) save.mutate();
      }}
      footer={
        <>
          <Button disabled={save.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button type="submit" variant="primary" working={save.isPending && t('providers.saving')}>
            {t('providers.save')}
          </Button>
        </>
      }
    >
      <div className={classes['fields']}>
        {save.error !== null && (
          <p role="alert" className={classes['problem']}>
            {errorText(save.error)}
          </p>
        )}
        {provider === undefined && (
          <Select
            label={t('providers.kind')}
            value={draft.kind}
            options={kinds.map((kind) => ({ value: kind, label: names[kind] }))}
            onChange={chooseKind}
          />
        )}
        <TextInput
          label={t('providers.name')}
          help={t('providers.nameHelp')}
          maxLength={80}
          value={draft.name}
          error={needed('name')}
          onChange={set('name')}
        />
        {draft.kind === 'oidc' && (
          <TextInput
            label={t('providers.issuer')}
            help={t('providers.issuerHelp')}
            placeholder="https://"
            value={draft.at}
            error={needed('at')}
            onChange={set('at')}
          />
        )}
        {draft.kind === 'microsoft' && (
          <TextInput
            label={t('providers.tenant')}
            help={t('providers.tenantHelp')}
            value={draft.at}
            error={needed('at')}
            onChange={set('at')}
          />
        )}
        <TextInput
          label={t('providers.clientId')}
          value={draft.clientId}
          error={needed('clientId')}
          onChange={set('clientId')}
        />
        {draft.kind === 'apple' && (
          <div className={classes['two']}>
            <TextInput
              label={t('providers.team')}
              value={draft.teamId}
              error={needed('teamId')}
              onChange={set('teamId')}
            />
            <TextInput label={t('providers.key')} value={draft.keyId} error={needed('keyId')} onChange={set('keyId')} />
          </div>
        )}
        {draft.kind === 'apple' ? (
          <Textarea
            label={t('providers.privateKey')}
            help={provider === undefined ? undefined : t('providers.secretKept')}
            value={draft.secret}
            error={needed('secret')}
            onChange={set('secret')}
          />
        ) : (
          <TextInput
            label={t('providers.secret')}
            type="password"
            autoComplete="off"
            help={provider === undefined ? undefined : t('providers.secretKept')}
            value={draft.secret}
            error={needed('secret')}
            onChange={set('secret')}
          />
        )}
        <TextInput
          label={t('providers.domains')}
          help={t('providers.domainsHelp')}
          value={draft.domains}
          error={needed('domains')}
          onChange={set('domains')}
        />
        <Switch label={t('providers.joins')} checked={draft.joins} onChange={set('joins')} />
        <p className="t-caption">{t('providers.joinsHelp')}</p>
        {draft.joins && (
          <div className={classes['two']}>
            <Select
              label={t('providers.role')}
              value={draft.role}
              error={needed('role')}
              options={roles.map(({ id_profile: value, name }) => ({ value, label: roleName(name) }))}
              onChange={set('role')}
            />
            <Select
              label={t('providers.seat')}
              value={draft.seat}
              options={seats.map((value) => ({ value, label: t(`providers.seats.${value}`) }))}
              onChange={set('seat')}
            />
          </div>
        )}
        {provider !== undefined && (
          <div className={classes['callback']}>
            <span className="t-caption">{t('providers.callback')}</span>
            <code className="t-cut">{provider.callback}</code>
            <Button
              size="toolbar"
              onClick={() =>
                void copyText(provider.callback).then(() => toast({ message: t('providers.copied'), duration: 3000 }))
              }
            >
              {t('providers.copy')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
};
