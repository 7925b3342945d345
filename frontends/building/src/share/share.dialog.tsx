import {
  addTexts,
  Button,
  Check,
  copyText,
  Dialog,
  type Id,
  NumberInput,
  PasswordInput,
  Switch,
  type Table,
  TextInput,
  toast,
  useErrorText,
  useTexts,
  type View,
} from '@tessera/kit';
import { IconCopy } from '@tessera/kit/icons';
import { qrOf, qrPath } from '@tessera/kit/qr';
import { fieldType } from '@tessera/fields';
import { partsOf } from '@tessera/proto/views';
import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react';
import { addressOf, dayOf, endOfDay, linkApi, type LinkChange, type PublicLink, type Shared } from './link.resource.ts';
import { Embedding, Mailing } from './spread.tsx';
import classes from './share.module.css';

await addTexts('building', 'share', {
  en: () => import('./texts/en.ts'),
  pt: () => import('./texts/pt.ts'),
  es: () => import('./texts/es.ts'),
});

/** The blank that a camera needs around a code, in modules. */
const margin = 4;

const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const code = useMemo(() => {
    const modules = qrOf(text);
    return modules === undefined ? null : { path: qrPath(modules), side: modules.length + 2 * margin };
  }, [text]);
  if (code === null) return null;
  return (
    <svg
      className={classes['code']}
      role="img"
      aria-label={label}
      viewBox={`${-margin} ${-margin} ${code.side} ${code.side}`}
      width={136}
      height={136}
      shapeRendering="crispEdges"
    >
      <path d={code.path} />
    </svg>
  );
};

const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 0;

type Loaded = { readonly link: PublicLink | null } | { readonly error: unknown } | null;

/** The link of a view, as the server has it, and how it is changed. */
const useLink = (shared: Shared) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const [loaded, setLoaded] = useState<Loaded>(null);
  const [working, setWorking] = useState(false);
  const [asked, setAsked] = useState(0);
  const { identifier, type, viewId } = shared;
  useEffect(() => {
    const gone = new AbortController();
    linkApi.get({ identifier, type, viewId } as Shared, gone.signal).then(
      (link) => setLoaded({ link }),
      (error: unknown) => {
        if (!gone.signal.aborted) setLoaded(statusOf(error) === 404 ? { link: null } : { error });
      },
    );
    return () => gone.abort();
  }, [identifier, type, viewId, asked]);
  const run = async (work: () => Promise<PublicLink>): Promise<boolean> => {
    setWorking(true);
    try {
      setLoaded({ link: await work() });
      return true;
    } catch (error) {
      toast({ kind: 'error', message: t('share.notSaved'), detail: errorText(error) });
      return false;
    } finally {
      setWorking(false);
    }
  };
  const link = loaded !== null && 'link' in loaded ? loaded.link : null;
  return {
    loaded,
    link,
    working,
    again: () => {
      setLoaded(null);
      setAsked((n) => n + 1);
    },
    turn: (on: boolean) =>
      run(async () => {
        if (on) return linkApi.open(shared);
        await linkApi.shut(shared);
        return linkApi.get(shared);
      }),
    change: (change: LinkChange) =>
      link === null ? Promise.resolve(false) : run(() => linkApi.change(link.id, change)),
  };
};

type Use = ReturnType<typeof useLink>;

const Address = ({ link }: { readonly link: PublicLink }) => {
  const t = useTexts('building');
  const field = useRef<HTMLInputElement>(null);
  const address = addressOf(link);
  const copy = async (): Promise<void> => {
    if (await copyText(address)) toast({ message: t('share.copied') });
    else {
      field.current?.select();
      toast({ kind: 'error', message: t('share.notCopied') });
    }
  };
  return (
    <>
      <div className={classes['row']}>
        <TextInput ref={field} label={t('share.address')} value={address} readOnly onChange={() => undefined} />
        <Button icon={IconCopy} onClick={() => void copy()}>
          {t('share.copy')}
        </Button>
      </div>
      <div className={classes['row']}>
        <p className={classes['note']}>
          {t('share.opened', { count: link.opened })}
          {link.type === 'form' && ` · ${t('share.answered', { count: link.answered })}`}
        </p>
        <a href={address} target="_blank" rel="noreferrer">
          {t('share.open')}
        </a>
      </div>
      <QrCode text={address} label={t('share.qr')} />
    </>
  );
};

/** A switch, and what it comes to. */
const Setting = ({ help, ...own }: ComponentProps<typeof Switch> & { readonly help: string }) => (
  <div className={classes['setting']}>
    <Switch {...own} />
    <p className={classes['note']}>{help}</p>
  </div>
);

const Fields = ({ table, link, use }: { readonly table: Table; readonly link: PublicLink; readonly use: Use }) => {
  const t = useTexts('building');
  const chosen = new Set(link.config.fields);
  const offered = link.config.offered ?? [];
  const fields = offered.flatMap((id) => table.fields.find((field) => field.id === id) ?? []);
  const turn = (id: Id, on: boolean): void =>
    void use.change({ fields: on ? [...chosen, id] : [...chosen].filter((one) => one !== id) });
  return (
    <section className={classes['part']}>
      <h3 className={classes['head']}>{t(link.type === 'form' ? 'share.asks' : 'share.shows')}</h3>
      {fields.map(({ id, name }) => (
        <Check key={id} checked={chosen.has(id)} disabled={use.working} label={name} onChange={(on) => turn(id, on)} />
      ))}
      <p className={classes['note']}>{t(fields.length === 0 ? 'share.noFields' : 'share.onlyThese')}</p>
    </section>
  );
};

/** Which blocks of an app strangers see, each by itself. */
const Blocks = ({
  names,
  link,
  use,
}: {
  readonly names: ReadonlyMap<Id, string>;
  readonly link: PublicLink;
  readonly use: Use;
}) => {
  const t = useTexts('building');
  const open = new Set(link.blocks.map(({ id }) => id));
  const offered = link.offered_blocks ?? [];
  return (
    <section className={classes['part']}>
      <h3 className={classes['head']}>{t('share.shows')}</h3>
      {offered.map(({ id, right }) => (
        <Check
          key={id}
          checked={open.has(id)}
          disabled={use.working || right === null}
          label={t(right === null ? 'share.blockNever' : right === 'write' ? 'share.blockAsks' : 'share.blockShows', {
            block: names.get(id) ?? t('share.aBlock'),
          })}
          onChange={(on) => void use.change({ blocks: [{ id, right: on && right !== null ? right : 'hidden' }] })}
        />
      ))}
      <p className={classes['note']}>{t(offered.length === 0 ? 'share.noBlocks' : 'share.onlyTheseBlocks')}</p>
      <Switch
        checked={link.show_title}
        disabled={use.working}
        label={t('share.showTitle')}
        onChange={(show_title) => void use.change({ show_title })}
      />
      <Switch
        checked={link.show_top_bar}
        disabled={use.working}
        label={t('share.showTopBar')}
        onChange={(show_top_bar) => void use.change({ show_top_bar })}
      />
    </section>
  );
};

const Bounds = ({ link, use }: { readonly link: PublicLink; readonly use: Use }) => {
  const t = useTexts('building');
  const [password, setPassword] = useState('');
  const savePassword = async (): Promise<void> => {
    if (await use.change({ password })) setPassword('');
  };
  return (
    <section className={classes['part']}>
      <form
        className={classes['row']}
        onSubmit={(event) => {
          event.preventDefault();
          void savePassword();
        }}
      >
        <PasswordInput
          label={t(link.password ? 'share.passwordNew' : 'share.password')}
          help={t(link.password ? 'share.passwordSet' : 'share.passwordHelp')}
          value={password}
          maxLength={200}
          autoComplete="new-password"
          onChange={setPassword}
        />
      </form>
      <div className={classes['row']}>
        <Button disabled={password === '' || use.working} onClick={() => void savePassword()}>
          {t('share.passwordSave')}
        </Button>
        {link.password && (
          <Button disabled={use.working} onClick={() => void use.change({ password: null })}>
            {t('share.passwordRemove')}
          </Button>
        )}
      </div>
      <div className={classes['pair']}>
        <TextInput
          label={t('share.ends')}
          help={t('share.endsHelp')}
          type="date"
          value={dayOf(link.expires_at)}
          onChange={(day) => void use.change({ expires_at: day === '' ? null : endOfDay(day) })}
        />
        {(link.type === 'form' || link.blocks.some(({ right }) => right === 'write')) && (
          <NumberInput
            label={t('share.limit')}
            help={t('share.limitHelp')}
            value={link.answer_limit}
            min={1}
            max={1_000_000}
            onChange={(answer_limit) => void use.change({ answer_limit })}
          />
        )}
      </div>
      <Switch
        checked={link.show_brand}
        disabled={use.working}
        label={t('share.brand')}
        onChange={(show_brand) => void use.change({ show_brand })}
      />
      <Setting
        checked={link.indexed}
        disabled={use.working}
        label={t('share.indexed')}
        help={t('share.indexedHelp')}
        onChange={(indexed) => void use.change({ indexed })}
      />
    </section>
  );
};

/** What becomes of answers, and how often they are given. */
const Answers = ({ table, link, use }: { readonly table: Table; readonly link: PublicLink; readonly use: Use }) => {
  const t = useTexts('building');
  const asked = new Set(link.config.fields);
  const asksMail = table.fields.some(({ id, type }) => asked.has(id) && fieldType(type)?.shape === 'email');
  return (
    <section className={classes['part']}>
      <h3 className={classes['head']}>{t('share.answers')}</h3>
      <Setting
        checked={link.one_answer}
        disabled={use.working}
        label={t('share.once')}
        help={t('share.onceHelp')}
        onChange={(one_answer) => void use.change({ one_answer })}
      />
      <Setting
        checked={link.changeable}
        disabled={use.working}
        label={t('share.changeable')}
        help={t('share.changeableHelp')}
        onChange={(changeable) => void use.change({ changeable })}
      />
      <Setting
        checked={link.receipts}
        disabled={use.working || (!asksMail && !link.receipts)}
        label={t('share.receipts')}
        help={t(asksMail ? 'share.receiptsHelp' : 'share.receiptsNoMail')}
        onChange={(receipts) => void use.change({ receipts })}
      />
    </section>
  );
};

/** Opens a view to strangers: at which address, what of it, and how long. */
export const ShareDialog = ({
  table,
  view,
  name,
  onClose,
}: {
  readonly table: Table;
  readonly view: View;
  readonly name: string;
  readonly onClose: () => void;
}) => {
  const type = partsOf(view.type, 'questions').length > 0 ? 'form' : 'object';
  return (
    <LinkDialog shared={{ identifier: table.id, type, viewId: view.id }} table={table} name={name} onClose={onClose} />
  );
};

/** The same for whatever is shared; of what is no table no fields are chosen. */
export const LinkDialog = ({
  shared,
  table,
  blocks,
  name,
  onClose,
}: {
  readonly shared: Shared;
  readonly table: Table | null;
  /** Of an app: what its blocks are called. */
  readonly blocks?: ReadonlyMap<Id, string>;
  readonly name: string;
  readonly onClose: () => void;
}) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const use = useLink(shared);
  const { loaded, link } = use;
  const failed = loaded !== null && 'error' in loaded;
  const isOn = link?.active === true;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('share.title', { view: name })}
      footer={<Button onClick={onClose}>{t('share.close')}</Button>}
    >
      {failed ? (
        <div className={classes['part']} role="alert">
          <p className={classes['note']}>
            {t('share.notLoaded')}. {errorText(loaded.error)}
          </p>
          <div>
            <Button onClick={use.again}>{t('share.retry')}</Button>
          </div>
        </div>
      ) : loaded === null ? (
        <p className={classes['note']} role="status">
          {t('share.loading')}
        </p>
      ) : (
        <div>
          <section className={classes['part']}>
            <Switch checked={isOn} disabled={use.working} label={t('share.on')} onChange={(on) => void use.turn(on)} />
            <p className={classes['note']}>{t(isOn ? 'share.onText' : 'share.offText')}</p>
            {isOn && <Address link={link} />}
          </section>
          {isOn && table !== null && <Fields table={table} link={link} use={use} />}
          {isOn && table !== null && link.type === 'form' && <Answers table={table} link={link} use={use} />}
          {isOn && blocks !== undefined && <Blocks names={blocks} link={link} use={use} />}
          {isOn && <Bounds link={link} use={use} />}
          {isOn && <Mailing link={link} />}
          {isOn && (
            <Embedding
              link={link}
              title={name}
              working={use.working}
              onHosts={(embed_hosts) => void use.change({ embed_hosts })}
            />
          )}
        </div>
      )}
    </Dialog>
  );
};
