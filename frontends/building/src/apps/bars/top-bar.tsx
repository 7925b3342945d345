import { Button, hueStyle, Menu, Select, Slot, Tile, Tooltip, useTexts } from '@tessera/kit';
import { IconChevronDown } from '@tessera/kit/icons';
import { topBarShortcuts, type Logo, type TopBar as Config } from '@tessera/proto/blocks';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link, NavLink, useNavigate } from 'react-router';
import { barIcon } from './icons.ts';
import { usePlaces } from './places.ts';
import { useShortcuts } from './shortcuts.ts';
import { Waiting } from './waiting.tsx';
import classes from './bars.module.css';

/** In px: between two tabs, and what the menu of the others takes. */
const gap = 4;
const moreWidth = 96;

const wanted = ['app'] as const;

/** A tab of each app, as many as there is room for; the others stand in a menu, the present one never does. */
export const TopTabs = ({ bar, current, small }: { bar: Config; current: string; small: boolean }) => {
  const t = useTexts('building');
  const navigate = useNavigate();
  const { find } = usePlaces(wanted);
  const row = useRef<HTMLElement>(null);
  const [room, setRoom] = useState<{ readonly width: number; readonly ends: readonly number[] } | null>(null);
  const items = bar.items.flatMap((item) => {
    const app = find('app', item.id);
    return app === undefined ? [] : [{ ...app, item }];
  });
  const names = items.map(({ label }) => label).join('\n');
  const list = bar.items_variant === 'select' || (small && items.length > 2);
  useLayoutEffect(() => {
    const box = row.current;
    if (box === null) return undefined;
    const measure = (): void => {
      let end = -gap;
      const ends = [...box.querySelectorAll<HTMLElement>('[data-tab]')].map((one) => (end += gap + one.scrollWidth));
      setRoom({ width: box.clientWidth, ends });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [names, list]);
  if (list)
    return (
      <Select
        className={classes['select'] ?? ''}
        size="toolbar"
        label={t('apps.apps')}
        labelHidden
        value={current}
        options={items.map(({ id, label }) => ({ value: id, label, icon: barIcon(null) }))}
        onChange={(id) => void navigate(`/app/${id}`)}
      />
    );
  const fits = (at: number): boolean =>
    room === null || (room.ends.at(-1) ?? 0) <= room.width || (room.ends[at] ?? 0) + moreWidth <= room.width;
  const first = items.filter((_, at) => fits(at));
  const here = items.find(({ id }) => id === current);
  // The tab of where one is takes the last place rather than be hidden.
  const shown = here === undefined || first.includes(here) ? first : [...first.slice(0, -1), here];
  const others = items.filter((one) => !shown.includes(one));
  return (
    <nav ref={row} className={classes['tabs']} data-align={bar.align_items} aria-label={t('apps.apps')}>
      {items.map((one) => (
        <NavLink
          key={one.id}
          to={`/app/${one.id}`}
          data-tab
          data-over={!shown.includes(one) || undefined}
          tabIndex={shown.includes(one) ? undefined : -1}
          aria-hidden={!shown.includes(one) || undefined}
          className={classes['tab'] ?? ''}
          {...(one.id === current && { 'aria-current': 'page' as const })}
        >
          {bar.items_variant !== 'no_icon' && bar.items_variant !== 'lower_bar' && (
            <Tile
              icon={barIcon(bar.items_variant === 'custom_icon' ? one.item.custom_icon : null)}
              color={bar.items_variant === 'custom_icon' ? (one.item.custom_color ?? one.color) : one.color}
            />
          )}
          <span className="t-cut">{one.label}</span>
        </NavLink>
      ))}
      {others.length > 0 && (
        <Menu
          anchor={
            <Button variant="quiet" size="toolbar" icon={IconChevronDown}>
              {t('apps.bars.more')}
            </Button>
          }
          items={others.map(({ id, label }) => ({ id, label, icon: barIcon(null), to: `/app/${id}` }))}
        />
      )}
    </nav>
  );
};

/** What the bar offers at its end. */
export const TopShortcuts = ({ bar }: { bar: Config }) => {
  const t = useTexts('building');
  const shortcuts = useShortcuts(topBarShortcuts.filter((name) => bar.shortcuts[name] === true));
  return (
    <>
      {shortcuts.map((one) => {
        const label = t(`apps.bars.shortcut.${one.name}`);
        const Icon = one.icon;
        const content = (
          <>
            <Icon aria-hidden="true" />
            <span className="t-hidden">{label}</span>
            <Waiting of={one.name} />
          </>
        );
        return (
          <Tooltip key={one.name} label={label}>
            {'to' in one ? (
              <Link className={classes['shortcut']} to={one.to}>
                {content}
              </Link>
            ) : (
              <button type="button" className={classes['shortcut']} onClick={one.run}>
                {content}
              </button>
            )}
          </Tooltip>
        );
      })}
      {bar.show_login_button && <Slot name="frame.part" given={{ part: 'face' }} />}
    </>
  );
};

/** The colour behind a bar. */
export const BarColor = ({ color }: { color: string | null | undefined }) =>
  color === null || color === undefined ? null : (
    <span className={classes['behind']} style={hueStyle(color)} aria-hidden="true" />
  );

/** The picture in a bar; nothing where it has none. */
export const BarLogo = ({ logo }: { logo: Logo | undefined }) =>
  logo === null || logo === undefined ? null : <img className={classes['logo']} src={logo} alt="" />;
