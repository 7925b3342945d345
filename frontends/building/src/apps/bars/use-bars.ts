import { type BottomNav, type MenuBar, type TopBar } from '@tessera/proto/blocks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useHref } from 'react-router';
import { type App, appQuery } from '../apps.resource.ts';

/** In the tab: the app whose bars one moves in. */
const kept = 'tessera.bars';

const remembered = (): string | null => {
  try {
    return sessionStorage.getItem(kept);
  } catch {
    return null;
  }
};

/** Keeps whose bars one moves in. */
export const rememberBars = (appId: string): void => {
  try {
    sessionStorage.setItem(kept, appId);
  } catch {
    // Where nothing may be kept, an app has the bars of its own alone.
  }
};

/** Whether the page stands within the menu of an app, which its addresses begin with there. */
export const useInBundle = (): boolean => useHref('/home') !== '/home';

export type Around = {
  readonly top: TopBar | null;
  readonly bottom: BottomNav | null;
  readonly menu: MenuBar | null;
  /** The app that the menu is of: what is folded in it is remembered by it. */
  readonly menuOf: string;
  /** The app that the top bar is of. */
  readonly topOf: string;
  /** The app that the bottom bar is of, which its links keep. */
  readonly bottomOf: string;
};

/** The bars of another app that lead to this one. */
const leadingTo = (owner: App, id: string): Pick<Around, 'top' | 'bottom' | 'menu'> => {
  const { top_bar: top, bottom_nav: bottom, menu_bar: menu } = owner.bundleConfig;
  return {
    top: top?.items.some((one) => one.id === id) === true ? top : null,
    bottom: bottom?.items.some((one) => one.type === 'app' && one.target === id) === true ? bottom : null,
    menu: menu?.items.some((one) => one.type === 'app' && one.app_id === id) === true ? menu : null,
  };
};

/** The bars around an app: its own, else those of the app that one came from, where they lead here. */
export const useBars = (app: App | undefined): Around | null => {
  const own = app?.bundleConfig;
  const any = own !== undefined && (own.top_bar !== null || own.bottom_nav !== null || own.menu_bar !== null);
  const whole = own !== undefined && own.top_bar !== null && own.bottom_nav !== null && own.menu_bar !== null;
  const id = app?.id;
  // Within a menu the app of that menu is the one to come back to.
  const framed = useInBundle();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- read anew for each app
  const from = useMemo(remembered, [id]);
  const ownerId = app === undefined || from === app.id ? null : from;
  const { data: owner } = useQuery({ ...appQuery(ownerId ?? '', false), enabled: ownerId !== null && !whole });
  useEffect(() => {
    if (any && app !== undefined && !framed) rememberBars(app.id);
  }, [any, app, framed]);
  if (app === undefined || own === undefined) return null;
  const others = owner === undefined || ownerId === null ? null : leadingTo(owner, app.id);
  return {
    top: own.top_bar ?? others?.top ?? null,
    bottom: own.bottom_nav ?? others?.bottom ?? null,
    menu: own.menu_bar ?? others?.menu ?? null,
    menuOf: own.menu_bar === null ? (ownerId ?? app.id) : app.id,
    topOf: own.top_bar === null ? (ownerId ?? app.id) : app.id,
    bottomOf: own.bottom_nav === null ? (ownerId ?? app.id) : app.id,
  };
};
