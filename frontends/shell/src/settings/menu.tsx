import { hasRight, Kbd, TextInput, useRights, useShortcut, useTexts } from '@tessera/kit';
import { IconArrowLeft, IconSearch } from '@tessera/kit/icons';
import { useState } from 'react';
import { Link, NavLink, useNavigate } from 'react-router';
import frame from '../frame/frame.module.css';
import { entries, type Entry } from './entries.ts';
import classes from './settings.module.css';

const home = '/home';

/** The settings that a person may use, in the place of the sidebar. */
export const SettingsMenu = () => {
  const t = useTexts('shell');
  const rights = useRights();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  useShortcut({ keys: 'escape', label: t('settings:back'), group: t('settings:title') }, () => void navigate(home));
  const named = (one: Entry): string => t(`settings:entries.${one.id}`);
  const wanted = search.trim().toLocaleLowerCase();
  const shown = entries.filter((one) => hasRight(rights, one.right) && named(one).toLocaleLowerCase().includes(wanted));
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
        {shown.length === 0 && <p className={`t-caption ${frame['note']}`}>{t('settings:none')}</p>}
        {(['general', 'plan', 'data', 'docs'] as const).map((group) => {
          const inside = shown.filter((one) => one.group === group);
          if (inside.length === 0) return null;
          return (
            <section key={group} aria-labelledby={`settings-${group}`}>
              <h2 id={`settings-${group}`} className={frame['heading']}>
                {t(`settings:groups.${group}`)}
              </h2>
              <ul>
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
              </ul>
            </section>
          );
        })}
      </div>
    </>
  );
};
