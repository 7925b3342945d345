import {
  Button,
  Dialog,
  type MenuEntry,
  type Table,
  TextInput,
  toast,
  useErrorText,
  useTexts,
  type View,
} from '@tessera/kit';
import { IconCopy, IconPencil, IconPlus, IconTrash, IconUser, IconUsers, IconWorld } from '@tessera/kit/icons';
import { partsOf } from '@tessera/proto/views';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { savable } from '../data/filters.ts';
import { later } from '../later.tsx';
import { useTableUpdate } from './queries.ts';
import { tableApi } from './table.resource.ts';
import type { ViewState } from '../workbench/use-view.ts';
import { offeredTypes, useViewTexts, viewTypeOf } from '../view-types/list.ts';
import { useViewName } from './view-name.ts';

/** Loaded for who shares. */
const ShareDialog = later(async () => (await import('../share/share.dialog.tsx')).ShareDialog);

const opensToStrangers = ({ type, personal }: View): boolean =>
  !personal && (partsOf(type, 'questions').length > 0 || partsOf(type, 'columns').length > 0);

const Rename = ({
  table,
  view,
  onClose,
  onName,
}: {
  table: Table;
  view: View;
  onClose: () => void;
  onName: (label: string) => Promise<void>;
}) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const nameOf = useViewName();
  const [label, setLabel] = useState(nameOf(view));
  const [error, setError] = useState<string>();
  const [working, setWorking] = useState(false);
  const save = async (): Promise<void> => {
    const name = label.trim();
    if (name === '') return setError(t('view.nameNeeded'));
    // The translated name stays what it is for everyone else.
    if (name === nameOf(view)) return onClose();
    if (table.views.some((one) => one.id !== view.id && nameOf(one).toLocaleLowerCase() === name.toLocaleLowerCase()))
      return setError(t('view.nameTaken'));
    setWorking(true);
    try {
      await onName(name);
      onClose();
    } catch (refused) {
      setError(errorText(refused));
    } finally {
      setWorking(false);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('view.renameTitle', { view: nameOf(view) })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" working={working && t('saving')} onClick={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextInput
          label={t('view.label')}
          value={label}
          error={error}
          maxLength={100}
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(next) => {
            setLabel(next);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
};

/** The views to switch to, and what may be done with this one; with the dialog that one of them opens. */
export const useViewMenu = (
  table: Table,
  view: View,
  state: ViewState,
): { readonly items: readonly MenuEntry[]; readonly dialog: ReactNode } => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const navigate = useNavigate();
  const update = useTableUpdate(table.id);
  const nameOf = useViewName();
  const failed = (error: unknown): number =>
    toast({ kind: 'error', message: t('view.notSaved'), detail: errorText(error) });
  const add = async (
    label: string,
    personal: boolean,
    config: View['config'],
    type: string = view.type,
  ): Promise<void> => {
    try {
      const made = await tableApi.addView(table.id, { label, personal, type, config: savable(config, table.fields) });
      update({ ...table, views: [...table.views, made] });
      void navigate(`/object/${table.id}/${made.id}`);
    } catch (error) {
      failed(error);
    }
  };
  const change = async (which: View, wanted: { label?: string; personal?: boolean }): Promise<void> => {
    const saved = await tableApi.changeView(table.id, which.id, wanted);
    update({ ...table, views: table.views.map((one) => (one.id === which.id ? saved : one)) });
  };
  const remove = async (which: View): Promise<void> => {
    try {
      await tableApi.deleteView(table.id, which.id);
      if (which.id === view.id) void navigate(`/object/${table.id}`);
      update({ ...table, views: table.views.filter((one) => one.id !== which.id) });
      toast({
        message: t('view.deleted', { view: nameOf(which) }),
        undo: () => add(which.label, which.personal, which.config, which.type),
      });
    } catch (error) {
      failed(error);
    }
  };
  const textsOf = useViewTexts();
  const iconOf = (type: string) => {
    const known = viewTypeOf(type);
    return known ? { icon: known.icon } : {};
  };
  const fresh = (): string => {
    const taken = new Set(table.views.map(nameOf));
    for (let n = table.views.length + 1; ; n++) if (!taken.has(t('view.name', { n }))) return t('view.name', { n });
  };
  const [renaming, setRenaming] = useState<View | null>(null);
  const [sharing, setSharing] = useState<View | null>(null);
  const manage = table.rights.canManageViews;
  /** Of what types a view may be added: for everyone by who manages them, for themselves by the others. */
  const offered = manage ? offeredTypes : offeredTypes.filter((type) => type !== view.type);
  const shared = table.views.filter((one) => !one.personal);
  const own = table.views.filter((one) => one.personal);
  /** What is done with one view: of the open one it stands in the menu itself, of each other one a right click shows it. */
  const done = (one: View): readonly MenuEntry[] => [
    ...(manage || one.personal
      ? [{ id: 'rename', label: t('view.rename'), icon: IconPencil, onSelect: () => setRenaming(one) }]
      : []),
    ...(manage
      ? [
          {
            id: 'copy',
            label: t('view.duplicate'),
            icon: IconCopy,
            onSelect: () =>
              void add(
                t('view.copyOf', { view: nameOf(one) }),
                false,
                one.id === view.id ? state.config : one.config,
                one.type,
              ),
          },
        ]
      : []),
    ...(one.personal && manage
      ? [
          {
            id: 'share',
            label: t('view.share'),
            icon: IconUsers,
            onSelect: () => void change(one, { personal: false }).catch(failed),
          },
        ]
      : []),
    ...(table.access === 'full' && opensToStrangers(one)
      ? [{ id: 'public', label: t('view.public'), icon: IconWorld, onSelect: () => setSharing(one) }]
      : []),
    ...((manage || one.personal) && table.views.some((left) => left.id !== one.id && (one.personal || !left.personal))
      ? [
          { id: 'd2', divider: true as const },
          { id: 'delete', label: t('view.delete'), icon: IconTrash, danger: true, onSelect: () => void remove(one) },
        ]
      : []),
  ];
  const entry = (one: View): MenuEntry => {
    const own = done(one);
    return {
      id: one.id,
      label: nameOf(one),
      ...iconOf(one.type),
      checked: one.id === view.id,
      to: `/object/${table.id}/${one.id}`,
      ...(own.length > 0 ? { context: { label: nameOf(one), items: own } } : {}),
    };
  };
  const items: readonly MenuEntry[] = [
    ...(own.length > 0 ? [{ id: 'h1', heading: t('view.shared') }] : []),
    ...shared.map(entry),
    ...(own.length > 0 ? [{ id: 'h2', heading: t('view.personal') }, ...own.map(entry)] : []),
    { id: 'd1', divider: true },
    ...(manage || view.personal
      ? [
          {
            id: 'save',
            label: t(view.personal ? 'view.saveOwn' : 'view.save'),
            icon: view.personal ? IconUser : IconUsers,
            disabled: !state.changed,
            onSelect: () => void state.save(),
          },
        ]
      : []),
    {
      id: 'addPersonal',
      label: t('view.addPersonal'),
      icon: IconUser,
      onSelect: () => void add(fresh(), true, state.config),
    },
    ...offered.map((type) => ({
      id: `add.${type}`,
      // Who adds one for themselves is told of what type: “New view” alone is one for everyone.
      label: manage && offered.length === 1 ? t('view.add') : t('view.addOf', { type: textsOf(type)?.name ?? type }),
      icon: IconPlus,
      ...(manage && offered.length === 1 ? {} : iconOf(type)),
      onSelect: () => void add(fresh(), !manage, viewTypeOf(type)?.begins?.(table) ?? {}, type),
    })),
    ...done(view),
  ];
  return {
    items,
    dialog: sharing ? (
      <ShareDialog table={table} view={sharing} name={nameOf(sharing)} onClose={() => setSharing(null)} />
    ) : renaming ? (
      <Rename
        table={table}
        view={renaming}
        onClose={() => setRenaming(null)}
        onName={(label) => change(renaming, { label })}
      />
    ) : null,
  };
};
