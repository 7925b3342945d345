import {
  Button,
  Check,
  Dialog,
  FormField,
  IconButton,
  Popover,
  Segmented,
  Select,
  Switch,
  Tile,
  useTexts,
} from '@tessera/kit';
import { IconPencil, IconX } from '@tessera/kit/icons';
import { topBarAligns, topBarShortcuts, type TopBar, type TopBarItem } from '@tessera/proto/blocks';
import { useState } from 'react';
import { SortList } from '../../table/drag-list.tsx';
import type { App } from '../apps.resource.ts';
import { barIcon, barIconNames } from './icons.ts';
import { ColorSelect } from './parts.tsx';
import { usePlaces } from './places.ts';
import { LogoPicker } from './logo.tsx';
import { StyleCards } from './style-cards.tsx';
import { BarColor, BarLogo, TopShortcuts, TopTabs } from './top-bar.tsx';
import classes from './bars.module.css';

const wanted = ['app'] as const;

/** A top bar as it is at first: this app, at the left, as tabs with icons. */
const first = (app: App): TopBar => ({
  align_items: 'left',
  items_variant: 'with_tabs_icons',
  items: [{ id: app.id }],
  shortcuts: { chat: true, tasks: true, apps: true },
  show_login_button: true,
});

/** What one app looks like in a bar with own icons. */
const ItemLook = ({
  item,
  name,
  onChange,
}: {
  readonly item: TopBarItem;
  readonly name: string;
  readonly onChange: (item: TopBarItem) => void;
}) => {
  const t = useTexts('building');
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onClose={() => setOpened(false)}
      label={t('apps.bars.look', { name })}
      anchor={
        <IconButton
          size="table"
          label={t('apps.bars.look', { name })}
          icon={IconPencil}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        />
      }
    >
      <div className={classes['look']}>
        <Select
          label={t('apps.bars.icon')}
          value={item.custom_icon ?? 'app'}
          options={barIconNames.map((one) => ({
            value: one as string,
            label: t(`apps.bars.icons.${one}`),
            icon: barIcon(one),
          }))}
          onChange={(icon) => onChange({ ...item, custom_icon: icon })}
        />
        <ColorSelect
          label={t('apps.bars.color')}
          value={item.custom_color}
          optional
          onChange={(color) => onChange({ ...item, custom_color: color })}
        />
      </div>
    </Popover>
  );
};

/** Makes the top bar of an app, or changes it. */
export const TopBarDialog = ({
  app,
  onSave,
  onClose,
}: {
  readonly app: App;
  readonly onSave: (bar: TopBar | null) => void;
  readonly onClose: () => void;
}) => {
  const t = useTexts('building');
  const there = app.bundleConfig.top_bar;
  const [bar, setBar] = useState<TopBar>(() => there ?? first(app));
  const { lists, find } = usePlaces(wanted);
  const set = (parts: Partial<TopBar>): void => setBar({ ...bar, ...parts });
  const [uploading, setUploading] = useState(false);
  const changed = there === null || JSON.stringify(bar) !== JSON.stringify(there);
  const saves = changed && !uploading && bar.items.length > 0;
  const offered = lists.app.filter(({ id }) => !bar.items.some((one) => one.id === id));
  const items = bar.items.map((item) => ({ ...item, name: find('app', item.id)?.label ?? t('apps.bars.gone') }));
  const put = (item: TopBarItem): void => set({ items: bar.items.map((one) => (one.id === item.id ? item : one)) });
  return (
    <Dialog
      opened
      onClose={onClose}
      size="large"
      title={t(there === null ? 'apps.bars.createTop' : 'apps.bars.editTop')}
      onSubmit={() => {
        if (saves) onSave(bar);
      }}
      aside={
        there !== null && (
          <Button variant="text" onClick={() => onSave(null)}>
            {t('apps.bars.removeTop')}
          </Button>
        )
      }
      footer={
        <>
          <Button onClick={onClose}>{t('kit:cancel')}</Button>
          <Button variant="primary" type="submit" disabled={!saves}>
            {t(there === null ? 'apps.bars.createTop' : 'apps.bars.save')}
          </Button>
        </>
      }
    >
      <div className={classes['form']}>
        <div className={classes['preview']} inert>
          <BarColor color={bar.bg_color} />
          <BarLogo logo={bar.logo} />
          <TopTabs bar={bar} current={app.id} small={false} />
          <TopShortcuts bar={bar} />
        </div>
        <FormField label={t('apps.bars.style')}>
          {() => <StyleCards value={bar.items_variant} onChange={(style) => set({ items_variant: style })} />}
        </FormField>
        <div className={classes['two']}>
          <div className={classes['form']}>
            <FormField label={t('apps.bars.appsIn')} help={t('apps.bars.onPhone')}>
              {() => (
                <SortList
                  label={t('apps.bars.appsIn')}
                  items={items}
                  onMove={(id, to) => {
                    const moved = bar.items.find((one) => one.id === id);
                    if (moved === undefined) return;
                    set({ items: bar.items.filter((one) => one !== moved).toSpliced(to, 0, moved) });
                  }}
                  render={({ name, ...item }) => (
                    <span className={classes['row']}>
                      <Tile
                        icon={barIcon(bar.items_variant === 'custom_icon' ? item.custom_icon : null)}
                        color={item.custom_color ?? find('app', item.id)?.color}
                      />
                      <span className="t-cut">{name}</span>
                      {bar.items_variant === 'custom_icon' && <ItemLook item={item} name={name} onChange={put} />}
                      <IconButton
                        size="table"
                        label={t('apps.bars.takeOut', { name })}
                        icon={IconX}
                        onClick={() => set({ items: bar.items.filter((one) => one.id !== item.id) })}
                      />
                    </span>
                  )}
                />
              )}
            </FormField>
            {offered.length > 0 && (
              <Select
                label={t('apps.bars.addApp')}
                value={null}
                options={offered.map(({ id, label }) => ({ value: id, label, icon: barIcon(null) }))}
                onChange={(id) => set({ items: [...bar.items, { id }] })}
              />
            )}
          </div>
          <div className={classes['form']}>
            {bar.items_variant !== 'select' && (
              <Segmented
                label={t('apps.bars.align')}
                value={bar.align_items}
                options={topBarAligns.map((one) => ({ value: one, label: t(`apps.bars.aligns.${one}`) }))}
                onChange={(align) => set({ align_items: align })}
              />
            )}
            <ColorSelect
              label={t('apps.bars.background')}
              value={bar.bg_color}
              optional
              onChange={(color) => set({ bg_color: color as TopBar['bg_color'] })}
            />
            <LogoPicker logo={bar.logo} onChange={(logo) => set({ logo })} onWorking={setUploading} />
            <FormField label={t('apps.bars.shortcuts')}>
              {() => (
                <div className={classes['switches']}>
                  {topBarShortcuts.map((name) => (
                    <Check
                      key={name}
                      label={t(`apps.bars.shortcut.${name}`)}
                      checked={bar.shortcuts[name] === true}
                      onChange={(on) => set({ shortcuts: { ...bar.shortcuts, [name]: on } })}
                    />
                  ))}
                </div>
              )}
            </FormField>
            <Switch
              label={t('apps.bars.profile')}
              checked={bar.show_login_button}
              onChange={(on) => set({ show_login_button: on })}
            />
          </div>
        </div>
      </div>
    </Dialog>
  );
};
