import {
  Button,
  Chip,
  ErrorState,
  fold,
  IconButton,
  Loading,
  Menu,
  Skeleton,
  TextInput,
  useFormats,
  useTexts,
} from '@tessera/kit';
import { IconDots, IconEdit, IconPlus, IconSearch, IconTrash } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { peopleQuery } from '../automations/automations.resource.ts';
import classes from './editor.module.css';
import { versionsQuery, type Language, type LowCodeFunction, type Version } from './functions.resource.ts';
import { ForgetDialog, SecretDialog } from './secret-dialogs.tsx';
import { bridgeCalls, type BridgeCall } from './starts.ts';
import { VersionDialog } from './version-dialogs.tsx';

/** What was saved, the newest first; each opens with its code and the way back to it. */
export const Versions = ({
  entry,
  hasDraft,
  onRestored,
}: {
  readonly entry: LowCodeFunction;
  readonly hasDraft: boolean;
  readonly onRestored: () => void;
}) => {
  const t = useTexts('administration');
  const { ago } = useFormats();
  const { data, error, refetch } = useQuery(versionsQuery(entry.id));
  const { data: people = [] } = useQuery(peopleQuery);
  const [opened, setOpened] = useState<Version>();
  const nameOf = (person: string): string => people.find(({ id }) => id === person)?.name ?? '';
  return (
    <section data-part="versions" aria-labelledby="function-versions">
      <div className={classes['sideHead']}>
        <h2 id="function-versions" className="t-strong">
          {t('lowcode.versions')}
        </h2>
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && (
        <Loading>
          <Skeleton width={240} />
        </Loading>
      )}
      {data?.length === 0 && <p className="t-secondary">{t('lowcode.noVersions')}</p>}
      <ul aria-label={t('lowcode.versions')}>
        {data?.map((one) => (
          <li key={one.version} className={classes['item']} data-live={one.version === entry.version || undefined}>
            <button type="button" className={classes['open']} onClick={() => setOpened(one)}>
              <span className="t-medium t-num">{one.version}</span>
              <span>
                <span className="t-cut">
                  {one.note === '' ? t('lowcode.version', { version: one.version }) : one.note}
                </span>
                <span className="t-caption t-cut">
                  {t('lowcode.by', { name: nameOf(one.by), when: ago(one.at) })}
                  {one.restoredVersion !== null && `, ${t('lowcode.ofVersion', { version: one.restoredVersion })}`}
                </span>
              </span>
            </button>
            {one.version === entry.version && (
              <Chip small look="success">
                {t('lowcode.live')}
              </Chip>
            )}
            {one.version !== entry.version && entry.canChange && (
              <Button variant="quiet" size="toolbar" onClick={() => setOpened(one)}>
                {t('lowcode.restore')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {opened && (
        <VersionDialog
          entry={entry}
          version={opened}
          hasDraft={hasDraft}
          onClose={() => setOpened(undefined)}
          onRestored={() => {
            setOpened(undefined);
            onRestored();
          }}
        />
      )}
    </section>
  );
};

/** The names of its secrets. */
export const Secrets = ({ entry: { id, secrets, canChange } }: { readonly entry: LowCodeFunction }) => {
  const t = useTexts('administration');
  const [asked, setAsked] = useState<{ readonly what: 'keep' | 'forget'; readonly name?: string }>();
  const close = (): void => setAsked(undefined);
  return (
    <section data-part="secrets" aria-labelledby="function-secrets">
      <div className={classes['sideHead']}>
        <h2 id="function-secrets" className="t-strong">
          {t('lowcode.secrets')}
        </h2>
        {canChange && (
          <Button variant="quiet" size="toolbar" icon={IconPlus} onClick={() => setAsked({ what: 'keep' })}>
            {t('lowcode.addSecret')}
          </Button>
        )}
      </div>
      <p className="t-secondary">{t('lowcode.secretsText')}</p>
      {secrets.length === 0 && <p className="t-caption">{t('lowcode.noSecrets')}</p>}
      <ul aria-label={t('lowcode.secrets')}>
        {secrets.map((name) => (
          <li key={name} className={classes['item']}>
            <code className={classes['secret']}>{name}</code>
            {canChange && (
              <Menu
                side="bottom-end"
                items={[
                  {
                    id: 'replace',
                    label: t('lowcode.replaceSecret'),
                    icon: IconEdit,
                    onSelect: () => setAsked({ what: 'keep', name }),
                  },
                  {
                    id: 'forget',
                    label: t('lowcode.removeSecret'),
                    icon: IconTrash,
                    danger: true,
                    onSelect: () => setAsked({ what: 'forget', name }),
                  },
                ]}
                anchor={<IconButton size="table" label={t('lowcode.menuOf', { name })} icon={IconDots} />}
              />
            )}
          </li>
        ))}
      </ul>
      {asked?.what === 'keep' && (
        <SecretDialog id={id} {...(asked.name !== undefined && { name: asked.name })} onClose={close} />
      )}
      {asked?.what === 'forget' && asked.name !== undefined && (
        <ForgetDialog id={id} name={asked.name} onClose={close} />
      )}
    </section>
  );
};

/** What code may ask for; a press puts it where the caret is. */
export const Bridge = ({
  language,
  search,
  onInsert,
}: {
  readonly language: Language;
  readonly search: Ref<HTMLInputElement>;
  /** Undefined where the code is only read. */
  readonly onInsert: ((call: string) => void) | undefined;
}) => {
  const t = useTexts('administration');
  const [wanted, setWanted] = useState('');
  const calls = Object.entries(bridgeCalls[language]) as [BridgeCall, string][];
  const found = calls.filter(
    ([name, call]) =>
      fold(call).includes(fold(wanted.trim())) || fold(t(`lowcode.calls.${name}`)).includes(fold(wanted.trim())),
  );
  return (
    <section data-part="bridge" aria-labelledby="function-bridge">
      <div className={classes['sideHead']}>
        <h2 id="function-bridge" className="t-strong">
          {t('lowcode.bridge')}
        </h2>
      </div>
      <p className="t-secondary">{t('lowcode.bridgeText')}</p>
      <TextInput
        ref={search}
        type="search"
        size="toolbar"
        icon={IconSearch}
        label={t('lowcode.findCall')}
        labelHidden
        placeholder={t('lowcode.findCall')}
        value={wanted}
        onChange={setWanted}
      />
      {found.length === 0 && <p className="t-caption">{t('lowcode.noCall')}</p>}
      <ul aria-label={t('lowcode.bridge')}>
        {found.map(([name, call]) => {
          const shown = (
            <>
              <code>{call.replace(/^await /, '')}</code>
              <span className="t-caption">{t(`lowcode.calls.${name}`)}</span>
            </>
          );
          return (
            <li key={name}>
              {onInsert === undefined ? (
                <span className={classes['call']}>{shown}</span>
              ) : (
                <button
                  type="button"
                  className={classes['call']}
                  title={t('lowcode.insert', { call })}
                  onClick={() => onInsert(call)}
                >
                  {shown}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
};
