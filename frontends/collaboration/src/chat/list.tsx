import {
  Avatar,
  EmptyState,
  hueStyle,
  IconButton,
  Menu,
  TextInput,
  useFormats,
  useShortcut,
  useTexts,
} from '@tessera/kit';
import {
  IconChevronDown,
  IconChevronRight,
  IconHash,
  IconLock,
  IconPlus,
  IconSearch,
  IconTable,
  IconUserPlus,
} from '@tessera/kit/icons';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { NavLink } from 'react-router';
import { useKept } from '../kept.ts';
import type { Conversation } from './chat.resource.ts';
import { type SectionName, sectionOf, sectionsOf, type Tab, tabs } from './sections.ts';
import classes from './chat.module.css';

const SearchResults = lazy(() => import('./search-results.tsx').then((module) => ({ default: module.SearchResults })));

/** More are told as 99+. */
const mostTold = 99;
/** After the last key, in ms. */
const searchMs = 800;

/** What is said of a conversation in lists: how it is called, where it is, and who is at its other end. */
export type Known = {
  readonly nameOf: (one: Conversation) => string;
  readonly pathOf: (one: Conversation) => string;
  readonly otherOf: (one: Conversation) => string | null;
  readonly personName: (id: string) => string;
  readonly online: ReadonlySet<string>;
};
type Strangers = readonly { readonly id: string; readonly name: string }[];

const Sign = ({
  one,
  known,
  size = 20,
}: {
  readonly one: Conversation;
  readonly known: Known;
  readonly size?: 20 | 32;
}) => {
  const t = useTexts('collaboration');
  const other = known.otherOf(one);
  if (other === null)
    return one.chatType === 'record' ? (
      <IconTable aria-hidden="true" />
    ) : (
      <span className={classes['tile']} style={hueStyle(one.iconColor ?? 'neutral')}>
        {one.chatType === 'channel' ? <IconHash aria-hidden="true" /> : <IconLock aria-hidden="true" />}
      </span>
    );
  const here = known.online.has(other);
  return (
    <span className={classes['person']}>
      <Avatar id={other} name={known.nameOf(one)} size={size} />
      <i data-online={here || undefined} title={t(here ? 'chat.online' : 'chat.offline')} />
      {here && <span className="t-hidden">{t('chat.online')}</span>}
    </span>
  );
};

const Unread = ({ one }: { readonly one: Conversation }) => {
  const t = useTexts('collaboration');
  const count = one.unread + one.unreadInThreads;
  if (count === 0 || one.muted) return null;
  return (
    <span className={classes['badge']}>
      <span className="t-hidden">{t('chat.unread', { count })}</span>
      <span aria-hidden="true">{count > mostTold ? `${mostTold}+` : count}</span>
    </span>
  );
};

/** One conversation in a list; a new one tells what was said last. */
export const Entry = ({
  one,
  known,
  news = false,
}: {
  readonly one: Conversation;
  readonly known: Known;
  readonly news?: boolean;
}) => {
  const { time } = useFormats();
  const { lastMessage } = one;
  return (
    <li>
      <NavLink
        to={known.pathOf(one)}
        className={classes['entry'] ?? ''}
        data-conversation={one.id}
        data-unread={(one.unread + one.unreadInThreads > 0 && !one.muted) || undefined}
        data-news={news || undefined}
      >
        <Sign one={one} known={known} size={news ? 32 : 20} />
        {news && lastMessage !== null ? (
          <>
            <span className={classes['preview']}>
              <span className="t-cut">{known.nameOf(one)}</span>
              <span className="t-cut t-caption">
                {one.chatType === 'dm' ? lastMessage.text : `${known.personName(lastMessage.by)}: ${lastMessage.text}`}
              </span>
            </span>
            <span className={classes['when']}>
              <time className="t-caption" dateTime={lastMessage.at}>
                {time(lastMessage.at)}
              </time>
              <Unread one={one} />
            </span>
          </>
        ) : (
          <>
            <span className="t-cut">{known.nameOf(one)}</span>
            <Unread one={one} />
          </>
        )}
      </NavLink>
    </li>
  );
};

const usual = { tab: 'all' as Tab, folded: ['read'] as readonly SectionName[] };

/** The conversations that somebody hears, by sections and tabs, and the search in them. */
export const ConversationList = ({
  conversations,
  currentId,
  known,
  strangers,
  onNewChannel,
}: {
  readonly conversations: readonly Conversation[];
  readonly currentId: string | undefined;
  readonly known: Known;
  /** Whom one did not write to yet. */
  readonly strangers: Strangers;
  readonly onNewChannel: () => void;
}) => {
  const t = useTexts('collaboration');
  const [{ tab, folded }, keep] = useKept('tessera:chat', usual);
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const text = typed.trim();
    if (text === '') setAsked('');
    else {
      const timer = setTimeout(() => setAsked(text), searchMs);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [typed]);
  const box = useRef<HTMLInputElement>(null);
  useShortcut({ keys: '/', label: t('chat.search'), group: t('chat.title') }, (event) => {
    event.preventDefault();
    box.current?.focus();
  });
  // The one that is open moves after it is left.
  const held = useRef<{ id: string; section: SectionName } | null>(null);
  const current = conversations.find(({ id }) => id === currentId);
  if (current === undefined) held.current = null;
  else if (held.current?.id !== current.id) held.current = { id: current.id, section: sectionOf(current) };
  const sections = sectionsOf(conversations, tab, held.current);
  const title: Readonly<Record<SectionName, string>> = {
    starred: t('chat.starred'),
    new: t('chat.new'),
    channels: t('chat.channels'),
    direct: t('chat.direct'),
    read: t('chat.read'),
  };
  const add: Partial<Record<SectionName, ReactNode>> = {
    channels: <IconButton size="table" label={t('chat.newChannel')} icon={IconPlus} onClick={onNewChannel} />,
    direct: strangers.length > 0 && (
      <Menu
        anchor={<IconButton size="table" label={t('chat.newDirect')} icon={IconUserPlus} />}
        items={strangers.slice(0, 100).map((one) => ({ id: one.id, label: one.name, to: `/chat/dm-user/${one.id}` }))}
      />
    ),
  };
  const always: readonly SectionName[] =
    tab === 'all' ? ['channels', 'direct'] : tab === 'channels' || tab === 'direct' ? [tab] : [];
  const fold = (name: SectionName): void =>
    keep({ folded: folded.includes(name) ? folded.filter((one) => one !== name) : [...folded, name] });
  const shown = sections.filter(({ name, list }) => list.length > 0 || always.includes(name));
  return (
    <nav className={classes['list']} aria-label={t('chat.title')}>
      <TextInput
        ref={box}
        size="toolbar"
        type="search"
        label={t('chat.search')}
        labelHidden
        placeholder={t('chat.search')}
        icon={IconSearch}
        value={typed}
        maxLength={200}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key === 'Enter') setAsked(typed.trim());
          if (event.key !== 'Escape' || typed === '') return;
          event.stopPropagation();
          setTyped('');
        }}
      />
      {asked !== '' ? (
        <Suspense>
          <SearchResults key={asked} search={asked} conversations={conversations} known={known} />
        </Suspense>
      ) : (
        <>
          <div className={classes['tabs']} role="group" aria-label={t('chat.show')}>
            {tabs.map((one) => (
              <button key={one} type="button" aria-pressed={one === tab} onClick={() => keep({ tab: one })}>
                {t(`chat.tabs.${one}`)}
              </button>
            ))}
          </div>
          {shown.length === 0 && <EmptyState title={t(`chat.none.${tab}`)} />}
          {shown.map(({ name, list }) => (
            <section key={name}>
              <h2 className={classes['heading']}>
                <button type="button" aria-expanded={!folded.includes(name)} onClick={() => fold(name)}>
                  {folded.includes(name) ? (
                    <IconChevronRight aria-hidden="true" />
                  ) : (
                    <IconChevronDown aria-hidden="true" />
                  )}
                  {title[name]}
                  <span className={classes['count']}>{list.length}</span>
                </button>
                {add[name]}
              </h2>
              {!folded.includes(name) && (
                <ul aria-label={title[name]}>
                  {list.map((one) => (
                    <Entry key={one.id} one={one} known={known} news={name === 'new'} />
                  ))}
                </ul>
              )}
            </section>
          ))}
        </>
      )}
    </nav>
  );
};
