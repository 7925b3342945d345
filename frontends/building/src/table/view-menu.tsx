import { type MenuEntry, type Table, toast, useErrorText, useTexts, type View } from '@tessera/kit';
import { IconCopy, IconPlus, IconTable, IconTrash, IconUser, IconUsers } from '@tessera/kit/icons';
import { useNavigate } from 'react-router';
import { savable } from '../data/filters.ts';
import { useTableUpdate } from './queries.ts';
import { tableApi } from './table.resource.ts';
import type { ViewState } from './use-view.ts';

/** The views to switch to, and what may be done with this one. */
export const useViewMenu = (table: Table, view: View, state: ViewState): readonly MenuEntry[] => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const navigate = useNavigate();
  const update = useTableUpdate(table.id);
  const failed = (error: unknown): number => toast({ kind: 'error', message: t('view.notSaved'), detail: errorText(error) });
  const add = async (label: string, personal: boolean, config: View['config']): Promise<void> => {
    try {
      const made = await tableApi.addView(table.id, { label, personal, config: savable(config, table.fields) });
      update({ ...table, views: [...table.views, made] });
      void navigate(`/object/${table.id}/${made.id}`);
    } catch (error) {
      failed(error);
    }
  };
  const change = async (change_: { label?: string; personal?: boolean }): Promise<void> => {
    try {
      const saved = await tableApi.changeView(table.id, view.id, change_);
      update({ ...table, views: table.views.map((one) => (one.id === view.id ? saved : one)) });
    } catch (error) {
      failed(error);
    }
  };
  const remove = async (): Promise<void> => {
    try {
      await tableApi.deleteView(table.id, view.id);
      void navigate(`/object/${table.id}`);
      update({ ...table, views: table.views.filter((one) => one.id !== view.id) });
      toast({ message: t('view.deleted', { view: view.label }), undo: () => add(view.label, view.personal, view.config) });
    } catch (error) {
      failed(error);
    }
  };
  const fresh = (): string => {
    const taken = new Set(table.views.map((one) => one.label));
    for (let n = table.views.length + 1; ; n++) if (!taken.has(t('view.name', { n }))) return t('view.name', { n });
  };
  const manage = table.rights.canManageViews;
  const shared = table.views.filter((one) => !one.personal);
  const own = table.views.filter((one) => one.personal);
  const entry = (one: View): MenuEntry => ({ id: one.id, label: one.label, icon: IconTable, checked: one.id === view.id, to: `/object/${table.id}/${one.id}` });
  return [
    ...(own.length > 0 ? [{ id: 'h1', heading: t('view.shared') }] : []),
    ...shared.map(entry),
    ...(own.length > 0 ? [{ id: 'h2', heading: t('view.personal') }, ...own.map(entry)] : []),
    { id: 'd1', divider: true },
    ...(manage || view.personal ? [{ id: 'save', label: t(view.personal ? 'view.saveOwn' : 'view.save'), icon: view.personal ? IconUser : IconUsers, disabled: !state.changed, onSelect: () => void state.save() }] : []),
    { id: 'addPersonal', label: t('view.addPersonal'), icon: IconUser, onSelect: () => void add(fresh(), true, state.config) },
    ...(manage ? [{ id: 'add', label: t('view.add'), icon: IconPlus, onSelect: () => void add(fresh(), false, {}) }, { id: 'copy', label: t('view.duplicate'), icon: IconCopy, onSelect: () => void add(t('view.copyOf', { view: view.label }), false, state.config) }] : []),
    ...(view.personal && manage ? [{ id: 'share', label: t('view.share'), icon: IconUsers, onSelect: () => void change({ personal: false }) }] : []),
    ...((manage || view.personal) && table.views.length > 1 ? [{ id: 'd2', divider: true as const }, { id: 'delete', label: t('view.delete'), icon: IconTrash, danger: true, onSelect: () => void remove() }] : []),
  ];
};
