import { FocusTrap, useLayer, useOfferedAction, useReturnFocus, useTexts } from '@tessera/kit';
import { IconHome, IconMenu2, IconPlus, IconSearch } from '@tessera/kit/icons';
import { useEffect, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { ForYouLink } from '../for-you/for-you-link.tsx';
import { CreateMenu, useCanCreate } from './create-menu.tsx';
import classes from './frame.module.css';
import { SidebarContent } from './sidebar.tsx';

const Drawer = ({ onClose, onSearch }: { onClose: () => void; onSearch: () => void }) => {
  const t = useTexts('shell');
  useLayer('modal', true, onClose);
  useReturnFocus(true);
  return (
    <div className={classes['drawerScrim']} onClick={(event) => event.target === event.currentTarget && onClose()}>
      <FocusTrap>
        <div className={classes['drawer']} aria-label={t('nav.menu')} role="dialog" aria-modal="true" tabIndex={-1}>
          <SidebarContent onSearch={onSearch} />
        </div>
      </FocusTrap>
    </div>
  );
};

/** Five places on a phone; the drawer behind Menu holds the sidebar. */
export const BottomBar = ({ onSearch }: { onSearch: () => void }) => {
  const t = useTexts('shell');
  const canCreate = useCanCreate();
  const offered = useOfferedAction();
  const { pathname } = useLocation();
  const [drawer, setDrawer] = useState(false);
  const [making, setMaking] = useState(false);
  useEffect(() => setDrawer(false), [pathname]);
  return (
    <>
      <nav className={classes['bottom']} aria-label={t('nav.bar')}>
        <NavLink to="/home" end className={classes['item'] ?? ''}>
          <IconHome aria-hidden="true" />
          {t('nav.home')}
        </NavLink>
        <ForYouLink className={classes['item']}>{t('forYou.title')}</ForYouLink>
        {offered ? (
          <button type="button" className={classes['item']} onClick={offered.run}>
            <span className={classes['plus']}>
              <IconPlus aria-hidden="true" />
            </span>
            {offered.label}
          </button>
        ) : canCreate ? (
          <CreateMenu
            side="top-start"
            opened={making}
            onChange={setMaking}
            anchor={
              <button type="button" className={classes['item']}>
                <span className={classes['plus']}>
                  <IconPlus aria-hidden="true" />
                </span>
                {t('create.title')}
              </button>
            }
          />
        ) : null}
        <button type="button" className={classes['item']} onClick={onSearch}>
          <IconSearch aria-hidden="true" />
          {t('nav.search')}
        </button>
        <button type="button" className={classes['item']} aria-expanded={drawer} onClick={() => setDrawer(true)}>
          <IconMenu2 aria-hidden="true" />
          {t('nav.menu')}
        </button>
      </nav>
      {drawer && (
        <Drawer
          onClose={() => setDrawer(false)}
          onSearch={() => {
            setDrawer(false);
            onSearch();
          }}
        />
      )}
    </>
  );
};
