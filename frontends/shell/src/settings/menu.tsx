import { hasRight, Kbd, TextInput, useRights, useShortcut, useTexts } from '@tessera/kit';
import { IconArrowLeft, IconChevronDown, IconChevronRight, IconExternalLink, IconSearch } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import frame from '../frame/frame.module.css';
import { entries, type Entry } from './entries.ts';
import { helpQuery, linksOf } from './help.ts';
import classes from './settings.module.css';

const home = '/home';

/** The settings that a person may use, in the place of the sidebar. */
export const SettingsMenu = () => {
  const t = useTexts('shell');
  const rights = useRights();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search, setSearch] = useState('');
  // What is seldom used is closed, unless somebody is there.
  const [more, setMore] = useState(() => entries.some(({ group, to }) => group === 'more' && to === pathname));
  useShortcut({ keys: 'escape', label: t('settings:back'), group: t('settings:title') }, () => void navigate(home));
  const named = (one: Entry): string => t(`settings:entries.${one.id}`);
  const wanted = search.trim().toLocaleLowerCase();
  const fits = (name: string): boolean => name.toLocaleLowerCase().includes(wanted);
  const shown = entries.filter((one) => hasRight(rights, one.right) && fits(named(one)));
  const help = linksOf(useQuery(helpQuery).data)
    .map(({ name, title, url }) => ({ url, title: title ?? t(`settings:help.${name}`) }))
    .filter(({ title }) => fits(title));
  return (
    <>
      <div className={frame['org']}>
        <Link to={home} className={classes['back']}>
          <IconArrowLeft aria-hidden="true" />
          <span className="t-strong">{t('settings:title')}</span>
          <Kbd keys="escape" />
        </Link>
      </div>
      <TextInput
        label={t('settings:find')}
        labelHidden
        icon={IconSearch}
        placeholder={t('settings:find')}
        maxLength={100}
        value={search}
        onChange={setSearch}
      />
      <div className={frame['lists']}>
        {shown.length + help.length === 0 && <p className={`t-caption ${frame['note']}`}>{t('settings:none')}</p>}
        {(['general', 'plan', 'data', 'docs', 'more'] as const).map((group) => {
          const inside = shown.filter((one) => one.group === group);
          const links = group === 'docs' ? help : [];
          if (inside.length + links.length === 0) return null;
          const open = group !== 'more' || more || wanted !== '';
          const Chevron = open ? IconChevronDown : IconChevronRight;
          return (
            <section key={group} aria-labelledby={`settings-${group}`}>
              <h2 id={`settings-${group}`} className={frame['heading']}>
                {group === 'more' ? (
                  <button type="button" className={classes['more']} aria-expanded={open} onClick={() => setMore(!open)}>
                    {t('settings:groups.more')}
                    <Chevron aria-hidden="true" />
                  </button>
                ) : (
                  t(`settings:groups.${group}`)
                )}
              </h2>
              <ul hidden={!open}>
                {inside.map((one) => (
                  <li key={one.id}>
                    {one.outside ? (
                      <a href={one.to} className={frame['nav']}>
                        <one.icon aria-hidden="true" />
                        <span className="t-cut">{named(one)}</span>
                      </a>
                    ) : (
                      <NavLink to={one.to} className={frame['nav'] ?? ''}>
                        <one.icon aria-hidden="true" />
                        <span className="t-cut">{named(one)}</span>
                      </NavLink>
                    )}
                  </li>
                ))}
                {links.map(({ url, title }) => (
                  <li key={url}>
                    <a href={url} target="_blank" rel="noreferrer" className={frame['nav']}>
                      <IconExternalLink aria-hidden="true" />
                      <span className="t-cut">{title}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </>
  );
};
