import { IconButton, Sheet, type ShownSlots, useTexts } from '@tessera/kit';
import { IconMenu2 } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usePhone } from '../../phone/use-phone.ts';
import { appQuery, isMissing } from '../apps.resource.ts';
import { addAppTexts } from '../texts.ts';
import { BottomNav } from './bottom-nav.tsx';
import { MenuBar } from './menu-bar.tsx';
import { rememberBars } from './use-bars.ts';
import classes from './bars.module.css';

await addAppTexts();

/** The menu and the bottom bar of an app around a page that one opened from them. */
export const Extension = ({ appId, onKnown }: ShownSlots['app.around']) => {
  const t = useTexts('building');
  const phone = usePhone();
  const { data, error } = useQuery(appQuery(appId, false));
  const [all, setAll] = useState(false);
  const [opened, setOpened] = useState(false);
  const bars = data?.bundleConfig;
  const menu = all ? null : (bars?.menu_bar ?? null);
  const bottom = bars?.bottom_nav ?? null;
  const missing = isMissing(error);
  const known = data !== undefined || error !== null;
  const [hasMenu, hasBottom] = [menu !== null, bottom !== null];
  useEffect(() => {
    if (known) onKnown({ menu: hasMenu && !phone, bottom: hasBottom && phone, missing });
  }, [known, hasMenu, hasBottom, phone, missing, onKnown]);
  useEffect(() => {
    if (data !== undefined) rememberBars(data);
  }, [data]);
  const menuBar = menu !== null && (
    <MenuBar bar={menu} menuOf={appId} phone={phone} onShowAll={() => setAll(true)} onLeave={() => setOpened(false)} />
  );
  return (
    <>
      {menu !== null &&
        (phone ? (
          <div className={classes['strip']}>
            <IconButton label={t('apps.bars.menu')} icon={IconMenu2} onClick={() => setOpened(true)} />
            <span className="t-strong t-cut">{menu.title || data?.label}</span>
            <Sheet opened={opened} onClose={() => setOpened(false)} title={menu.title || t('apps.bars.menu')}>
              {menuBar}
            </Sheet>
          </div>
        ) : (
          <div className={classes['beside']}>{menuBar}</div>
        ))}
      {bottom !== null && (phone || !bottom.only_show_on_mobile) && (
        <div className={classes['below']}>
          <BottomNav bar={bottom} barOf={appId} phone={phone} />
        </div>
      )}
    </>
  );
};
