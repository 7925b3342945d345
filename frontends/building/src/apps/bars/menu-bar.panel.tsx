import { Button, Dialog, IconButton, Menu, newId, Panel, Select, Switch, TextInput, useTexts } from '@tessera/kit';
import { IconDots, IconFolder, IconPlus } from '@tessera/kit/icons';
import {
  issueOfMenuBar,
  menuShortcuts,
  movedMenuItem,
  shiftedMenuItem,
  withoutMenuItem,
  type MenuBar,
  type MenuItem,
} from '@tessera/proto/blocks';
import { useState } from 'react';
import { SortList } from '../../table/drag-list.tsx';
import type { App } from '../apps.resource.ts';
import { LogoPicker } from './logo.tsx';
import { ColorSelect, ShortcutChips } from './parts.tsx';
import { usePlaces } from './places.ts';
import classes from './bars.module.css';

const wanted = ['app', 'table', 'workspace', 'chat_channel'] as const;
type Leads = (typeof wanted)[number];

/** A menu as it is at first: this app, and a person's own favorites. */
const first = (app: App): MenuBar => ({
  title: app.label,
  items: [{ id: newId(), type: 'app', app_id: app.id }],
  top_bg_color: 'blue',
  bottom_bg_color: 'neutral',
  shortcuts: { jump_in: true, notifications: true, chat: true, create_new: true, show_all: true, login: true },
  allow_hide_menu: true,
  show_when_hovered: false,
  show_app_icons: true,
  large_icons: false,
});

const itemOf = (type: Leads, place: string): MenuItem => {
  const id = newId();
  if (type === 'app') return { id, type, app_id: place };
  if (type === 'table') return { id, type, table_id: place };
  return { id, type, item_id: place };
};
const placeOf = (item: MenuItem): { readonly type: Leads; readonly id: string } | null => {
  if (item.type === 'app') return { type: item.type, id: item.app_id };
  if (item.type === 'table') return { type: item.type, id: item.table_id };
  return item.type === 'workspace' || item.type === 'chat_channel' ? { type: item.type, id: item.item_id } : null;
};

/** Names a folder of the menu. */
const FolderDialog = ({
  item,
  onSave,
  onClose,
}: {
  readonly item: Extract<MenuItem, { type: 'folder' }>;
  readonly onSave: (item: MenuItem) => void;
  readonly onClose: () => void;
}) => {
  const t = useTexts('building');
  const [config, setConfig] = useState(item.folder_config);
  const named = config.name.trim() !== '';
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('apps.bars.editFolder')}
      onSubmit={() => {
        if (named) onSave({ ...item, folder_config: { ...config, name: config.name.trim() } });
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('kit:cancel')}</Button>
          <Button variant="primary" type="submit" disabled={!named}>
            {t('apps.bars.save')}
          </Button>
        </>
      }
    >
      <div className={classes['form']}>
        <TextInput
          label={t('apps.bars.title')}
          value={config.name}
          maxLength={120}
          onChange={(name) => setConfig({ ...config, name })}
        />
        <Switch
          label={t('apps.bars.canFold')}
          checked={config.is_collapsable}
          onChange={(on) => setConfig({ ...config, is_collapsable: on })}
        />
      </div>
    </Dialog>
  );
};

/** Makes the menu of an app, or changes it. */
export const MenuBarPanel = ({
  app,
  onSave,
  onClose,
}: {
  readonly app: App;
  readonly onSave: (bar: MenuBar | null) => void;
  readonly onClose: () => void;
}) => {
  const t = useTexts('building');
  const there = app.bundleConfig.menu_bar;
  const [bar, setBar] = useState<MenuBar>(() => there ?? first(app));
  const [folder, setFolder] = useState<Extract<MenuItem, { type: 'folder' }> | null>(null);
  const [uploading, setUploading] = useState(false);
  const { lists, find } = usePlaces(wanted);
  const set = (parts: Partial<MenuBar>): void => setBar({ ...bar, ...parts });
  const issue = issueOfMenuBar(bar);
  const changed = there === null || JSON.stringify(bar) !== JSON.stringify(there);
  const saves = changed && !uploading && issue === undefined && bar.items.length > 0;
  const nameOf = (item: MenuItem): string => {
    if (item.type === 'favorites') return t('apps.bars.favorites');
    if (item.type === 'folder') return item.folder_config.name;
    if (item.type === 'folder_end') {
      const start = bar.items.find(({ id }) => id === item.folder_end_for);
      return t('apps.bars.endOf', { name: start === undefined ? '' : nameOf(start) });
    }
    const place = placeOf(item);
    return (place === null ? undefined : find(place.type, place.id)?.label) ?? t('apps.bars.gone');
  };
  let inside = false;
  const items = bar.items.map((item) => {
    if (item.type === 'folder_end') inside = false;
    const line = { id: item.id, name: nameOf(item), item, inside };
    if (item.type === 'folder') inside = true;
    return line;
  });
  const addFolder = (): void => {
    const id = newId();
    const item = {
      id,
      type: 'folder' as const,
      folder_config: { name: t('apps.bars.newFolder'), is_collapsable: true },
    };
    set({ items: [...bar.items, item, { id: newId(), type: 'folder_end', folder_end_for: id }] });
    setFolder(item);
  };
  const offered = wanted.flatMap((type) =>
    lists[type]
      .filter(({ id }) => !bar.items.some((one) => placeOf(one)?.id === id))
      .map(({ id, label }) => ({ value: `${type} ${id}`, label, detail: t(`apps.bars.leads.${type}`) })),
  );
  const withFavorites = bar.items.some(({ type }) => type === 'favorites')
    ? offered
    : [...offered, { value: 'favorites', label: t('apps.bars.favorites'), detail: t('apps.bars.leads.favorites') }];
  return (
    <Panel
      opened
      onClose={onClose}
      label={t('apps.bars.editMenu')}
      footer={
        <span className={classes['panelFoot']}>
          {there !== null && (
            <Button variant="text" onClick={() => onSave(null)}>
              {t('apps.bars.removeMenu')}
            </Button>
          )}
          <Button onClick={onClose}>{t('kit:cancel')}</Button>
          <Button
            variant="primary"
            disabled={!saves}
            onClick={() => {
              if (saves) onSave(bar);
            }}
          >
            {t('apps.bars.saveMenu')}
          </Button>
        </span>
      }
    >
      <div className={classes['panelForm']}>
        <TextInput
          label={t('apps.bars.title')}
          value={bar.title}
          maxLength={120}
          onChange={(title) => set({ title })}
        />
        <LogoPicker logo={bar.logo} onChange={(logo) => set({ logo })} onWorking={setUploading} />
        <div className={classes['two']}>
          <ColorSelect
            label={t('apps.bars.topColor')}
            value={bar.top_bg_color}
            onChange={(color) => set({ top_bg_color: color ?? 'neutral' })}
          />
          <ColorSelect
            label={t('apps.bars.bottomColor')}
            value={bar.bottom_bg_color}
            onChange={(color) => set({ bottom_bg_color: color ?? 'neutral' })}
          />
        </div>
        <h3 className="t-medium">{t('apps.bars.items')}</h3>
        {bar.items.length === 0 && <p className="t-secondary">{t('apps.bars.emptyMenu')}</p>}
        <SortList
          label={t('apps.bars.items')}
          items={items}
          onMove={(id, to) => {
            const from = bar.items.findIndex((one) => one.id === id);
            set({ items: movedMenuItem(bar.items, from, to) });
          }}
          onShift={(id, into) => {
            const at = bar.items.findIndex((one) => one.id === id);
            const next = shiftedMenuItem(bar.items, at, into);
            set({ items: next });
            return next.findIndex((one) => one.id === id);
          }}
          render={({ item, name, inside: within }) =>
            item.type === 'folder_end' ? (
              <span className={classes['ends']}>{name}</span>
            ) : (
              <span className={`${classes['row']} ${within ? classes['inside'] : ''}`}>
                <span className={`t-cut ${item.type === 'folder' ? 't-strong' : ''}`}>{name}</span>
                <span className="t-caption">{t(`apps.bars.leads.${item.type}`)}</span>
                <Menu
                  anchor={<IconButton size="table" label={t('apps.bars.itemMenu', { name })} icon={IconDots} />}
                  items={[
                    ...(item.type === 'folder'
                      ? [{ id: 'edit', label: t('apps.bars.editFolder'), onSelect: () => setFolder(item) }]
                      : []),
                    {
                      id: 'out',
                      label: t('apps.bars.takeOut', { name }),
                      onSelect: () => set({ items: withoutMenuItem(bar.items, item.id) }),
                    },
                  ]}
                />
              </span>
            )
          }
        />
        <div className={classes['two']}>
          <Select
            label={t('apps.bars.addItem')}
            labelHidden
            icon={IconPlus}
            placeholder={t('apps.bars.addItem')}
            value={null}
            searchable
            options={withFavorites}
            onChange={(picked) => {
              const [type = '', id = ''] = picked.split(' ');
              const item: MenuItem = type === 'favorites' ? { id: newId(), type } : itemOf(type as Leads, id);
              set({ items: [...bar.items, item] });
            }}
          />
          <Button icon={IconFolder} onClick={addFolder}>
            {t('apps.bars.addFolder')}
          </Button>
        </div>
        <h3 className={`t-medium ${classes['row']}`}>
          <span className="t-cut">{t('apps.bars.shortcuts')}</span>
          <span className="t-caption">
            {t('apps.bars.someOf', {
              count: menuShortcuts.filter((name) => bar.shortcuts[name] === true).length,
              all: menuShortcuts.length,
            })}
          </span>
        </h3>
        <ShortcutChips names={menuShortcuts} on={bar.shortcuts} onChange={(shortcuts) => set({ shortcuts })} />
        <div className={classes['switches']}>
          <Switch
            label={t('apps.bars.canHide')}
            checked={bar.allow_hide_menu}
            onChange={(on) => set({ allow_hide_menu: on, ...(!on && { show_when_hovered: false }) })}
          />
          <Switch
            label={t('apps.bars.showIcons')}
            checked={bar.show_app_icons}
            onChange={(on) => set({ show_app_icons: on, ...(!on && { large_icons: false }) })}
          />
          <span title={bar.allow_hide_menu ? undefined : t('apps.bars.hoverNeeds')}>
            <Switch
              label={t('apps.bars.onHover')}
              checked={bar.show_when_hovered}
              disabled={!bar.allow_hide_menu}
              onChange={(on) => set({ show_when_hovered: on })}
            />
          </span>
          <span title={bar.show_app_icons ? undefined : t('apps.bars.largeNeeds')}>
            <Switch
              label={t('apps.bars.largeIcons')}
              checked={bar.large_icons}
              disabled={!bar.show_app_icons}
              onChange={(on) => set({ large_icons: on })}
            />
          </span>
        </div>
      </div>
      {folder !== null && (
        <FolderDialog
          item={folder}
          onSave={(item) => {
            set({ items: bar.items.map((one) => (one.id === item.id ? item : one)) });
            setFolder(null);
          }}
          onClose={() => setFolder(null)}
        />
      )}
    </Panel>
  );
};
