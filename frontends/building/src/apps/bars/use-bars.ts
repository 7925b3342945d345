import { type BottomNav, type MenuBar, type TopBar } from '@tessera/proto/blocks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useHref } from 'react-router';
import { type App, appQuery } from '../apps.resource.ts';

/** In the tab: the apps whose bars one moves in. */
const kept = 'tessera.bars';

type Bar = keyof App['bundleConfig'];
type Owners = { readonly [B in Bar]?: string };

const remembered = (): Owners => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(kept) ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
};

/** Keeps whose bars one moves in: those that an app has, and of the others those from before. */
export const rememberBars = ({ id, bundleConfig }: Pick<App, 'id' | 'bundleConfig'>): void => {
  const own = Object.entries(bundleConfig).flatMap(([bar, there]) => (there === null ? [] : [[bar, id]]));
  if (own.length === 0) return;
  try {
    sessionStorage.setItem(kept, JSON.stringify({ ...remembered(), ...Object.fromEntries(own) }));
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

/** Whether a bar leads to an app. */
const leadsTo: { readonly [B in Bar]: (bar: NonNullable<App['bundleConfig'][B]>, id: string) => boolean } = {
  top_bar: ({ items }, id) => items.some((one) => one.id === id),
  bottom_nav: ({ items }, id) => items.some((one) => one.type === 'app' && one.target === id),
  menu_bar: ({ items }, id) => items.some((one) => one.type === 'app' && one.app_id === id),
};

/** One bar of an app: its own, else that of the app that one came from, where it leads here. */
const useBar = <B extends Bar>(
  app: App | undefined,
  bar: B,
  owners: Owners,
): { readonly bar: App['bundleConfig'][B] | null; readonly of: string } => {
  const own = app?.bundleConfig[bar] ?? null;
  const ownerId = own !== null || app === undefined || owners[bar] === app.id ? undefined : owners[bar];
  const { data: owner } = useQuery({ ...appQuery(ownerId ?? '', false), enabled: ownerId !== undefined });
  const id = app?.id ?? '';
  if (own !== null) return { bar: own, of: id };
  const theirs = ownerId === undefined ? null : (owner?.bundleConfig[bar] ?? null);
  return theirs !== null && leadsTo[bar](theirs, id) ? { bar: theirs, of: ownerId ?? id } : { bar: null, of: id };
};

/** The bars around an app: its own, else those of the apps that one came from, where they lead here. */
export const useBars = (app: App | undefined): Around | null => {
  const id = app?.id;
  // Within a menu the app of that menu is the one to come back to.
  const framed = useInBundle();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- read anew for each app
  const owners = useMemo(remembered, [id]);
  const top = useBar(app, 'top_bar', owners);
  const bottom = useBar(app, 'bottom_nav', owners);
  const menu = useBar(app, 'menu_bar', owners);
  useEffect(() => {
    if (app !== undefined && !framed) rememberBars(app);
  }, [app, framed]);
  return app === undefined
    ? null
    : { top: top.bar, topOf: top.of, bottom: bottom.bar, bottomOf: bottom.of, menu: menu.bar, menuOf: menu.of };
};
