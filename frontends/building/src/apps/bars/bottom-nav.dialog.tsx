import { Button, Check, Dialog, IconButton, newId, Select, TextInput, useTexts } from '@tessera/kit';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tessera/kit/icons';
import { actionTypes, issueOfBottomNav, leadsOut, type ActionItem, type BottomNav } from '@tessera/proto/blocks';
import { useState } from 'react';
import type { App } from '../apps.resource.ts';
import { LinkPart } from '../settings-more.tsx';
import { barIcon, barIconNames } from './icons.ts';
import { ColorSelect } from './parts.tsx';
import { usePlaces } from './places.ts';
import { RecordSelect } from './record-select.tsx';
import classes from './bars.module.css';

const wanted = ['app', 'table'] as const;

const isWhole = ({ type, target, record_table, label }: ActionItem): boolean =>
  target !== '' && label.trim() !== '' && (type !== 'record' || record_table !== undefined);

const Item = ({ item, onChange }: { readonly item: ActionItem; readonly onChange: (item: ActionItem) => void }) => {
  const t = useTexts('building');
  const { lists, find } = usePlaces(wanted);
  /** The label follows what is chosen until somebody wrote one. */
  const to = (target: string, list: 'app' | 'table'): void => {
    const before = find(list, item.target)?.label ?? '';
    const untouched = item.label === '' || item.label === before;
    onChange({ ...item, target, ...(untouched && { label: (find(list, target)?.label ?? '').slice(0, 60) }) });
  };
  const options = (list: 'app' | 'table') => lists[list].map(({ id, label }) => ({ value: id, label }));
  return (
    <div className={classes['form']}>
      <div className={classes['two']}>
        <Select
          label={t('apps.bars.leadsTo')}
          value={item.type}
          options={actionTypes.map((one) => ({ value: one, label: t(`apps.bars.types.${one}`) }))}
          onChange={(type) => {
            const { record_table: _, ...rest } = item;
            onChange({ ...rest, type, target: '' });
          }}
        />
        {item.type === 'app' && (
          <Select
            label={t('apps.bars.types.app')}
            value={item.target === '' ? null : item.target}
            options={options('app')}
            onChange={(id) => to(id, 'app')}
          />
        )}
        {item.type === 'addRecord' && (
          <Select
            label={t('apps.bars.table')}
            value={item.target === '' ? null : item.target}
            options={options('table')}
            onChange={(id) => to(id, 'table')}
          />
        )}
        {leadsOut(item.type) && (
          <LinkPart
            label={t('apps.bars.address')}
            value={item.target}
            onChange={(target) => onChange({ ...item, target: typeof target === 'string' ? target : '' })}
          />
        )}
        {item.type === 'record' && (
          <Select
            label={t('apps.bars.table')}
            value={item.record_table ?? null}
            options={options('table')}
            onChange={(id) => onChange({ ...item, record_table: id, target: '' })}
          />
        )}
      </div>
      {item.type === 'record' && item.record_table !== undefined && (
        <RecordSelect
          tableId={item.record_table}
          value={item.target === '' ? null : item.target}
          onPick={(target, label) =>
            onChange({ ...item, target, ...(item.label.trim() === '' && { label: label.slice(0, 60) }) })
          }
        />
      )}
      <div className={classes['two']}>
        <TextInput
          label={t('apps.bars.label')}
          value={item.label}
          maxLength={60}
          onChange={(label) => onChange({ ...item, label })}
        />
        <Select
          label={t('apps.bars.icon')}
          value={item.icon}
          options={barIconNames.map((one) => ({
            value: one as string,
            label: t(`apps.bars.icons.${one}`),
            icon: barIcon(one),
          }))}
          onChange={(icon) => onChange({ ...item, icon })}
        />
      </div>
    </div>
  );
};

/** Makes the bottom bar of an app, or changes it. */
export const BottomNavDialog = ({
  app,
  onSave,
  onClose,
}: {
  readonly app: App;
  readonly onSave: (bar: BottomNav | null) => void;
  readonly onClose: () => void;
}) => {
  const t = useTexts('building');
  const there = app.bundleConfig.bottom_nav;
  const [bar, setBar] = useState<BottomNav>(
    () =>
      there ?? {
        items: [{ id: newId(), type: 'app', target: app.id, label: t('apps.bars.home'), icon: 'home' }],
        only_show_on_mobile: true,
      },
  );
  const set = (parts: Partial<BottomNav>): void => setBar({ ...bar, ...parts });
  const issue = issueOfBottomNav(bar, app.id);
  const changed = there === null || JSON.stringify(bar) !== JSON.stringify(there);
  const saves = changed && issue === undefined && bar.items.every(isWhole);
  const move = (at: number, by: number): void => {
    const item = bar.items[at];
    if (item !== undefined) set({ items: bar.items.toSpliced(at, 1).toSpliced(at + by, 0, item) });
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      size="medium"
      title={t('apps.bars.setBottom')}
      onSubmit={() => {
        if (saves) onSave(bar);
      }}
      aside={
        there !== null && (
          <Button variant="text" onClick={() => onSave(null)}>
            {t('apps.bars.removeBottom')}
          </Button>
        )
      }
      footer={
        <>
          <Button onClick={onClose}>{t('kit:cancel')}</Button>
          <Button variant="primary" type="submit" disabled={!saves}>
            {t('apps.bars.save')}
          </Button>
        </>
      }
    >
      <div className={classes['form']}>
        {bar.items.map((item, at) => (
          <div key={item.id} className={classes['item']} role="group" aria-label={item.label}>
            <Item item={item} onChange={(next) => set({ items: bar.items.with(at, next) })} />
            <div className={classes['chips']}>
              <IconButton
                label={t('apps.bars.up')}
                icon={IconArrowUp}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              />
              <IconButton
                label={t('apps.bars.down')}
                icon={IconArrowDown}
                disabled={at === bar.items.length - 1}
                onClick={() => move(at, 1)}
              />
              <IconButton
                label={t('apps.bars.takeOut', { name: item.label })}
                icon={IconTrash}
                onClick={() => set({ items: bar.items.toSpliced(at, 1) })}
              />
            </div>
          </div>
        ))}
        <Button
          icon={IconPlus}
          disabled={bar.items.length >= 20}
          onClick={() =>
            set({ items: [...bar.items, { id: newId(), type: 'app', target: '', label: '', icon: 'app' }] })
          }
        >
          {t('apps.bars.addItem')}
        </Button>
        {issue !== undefined && (
          <p className={classes['wrong']} role="alert">
            {issue.endsWith('without_app') ? t('apps.bars.withoutApp', { appName: app.label }) : t('apps.bars.tooLong')}
          </p>
        )}
        <p className="t-caption">{t('apps.bars.firstFive')}</p>
        <Check
          label={t('apps.bars.onlyMobile')}
          checked={bar.only_show_on_mobile}
          onChange={(on) => set({ only_show_on_mobile: on })}
        />
        <ColorSelect
          label={t('apps.bars.background')}
          value={bar.bg_color}
          optional
          onChange={(color) => set({ bg_color: color })}
        />
      </div>
    </Dialog>
  );
};
