import { hasRight, type IconType, type MenuEntry, Menu, useRights, useTexts } from '@tessera/kit';
import { IconAppWindow, IconBolt, IconFileSpreadsheet, IconFolder, IconTable, IconTemplate } from '@tessera/kit/icons';
import type { ReactElement } from 'react';
import { useFrameActions } from './actions.tsx';

/** What can be made; nothing where nothing may be made. */
export const CreateMenu = ({
  anchor,
  opened,
  onChange,
  side,
  first = [],
}: {
  anchor: ReactElement;
  opened: boolean;
  onChange: (opened: boolean) => void;
  side: 'top-start' | 'right-start';
  /** Apps that begin with a block. */
  first?: readonly { id: string; label: string; icon: IconType; name: string }[];
}) => {
  const t = useTexts('shell');
  const { createApp, createTable, openImport } = useFrameActions();
  const folders = hasRight(useRights(), 'canManageWorkspaces');
  const items: readonly MenuEntry[] = [
    ...(createApp ? first.map(({ name, ...one }) => ({ ...one, onSelect: () => createApp(name, one.id) })) : []),
    ...(createTable ? [{ id: 'table', label: t('create.blank'), icon: IconTable, onSelect: createTable }] : []),
    ...(createApp
      ? [{ id: 'app', label: t('create.blankApp'), icon: IconAppWindow, onSelect: () => createApp() }]
      : []),
    ...(createTable && createApp
      ? [
          { id: 'templates', label: t('building:templates.title'), icon: IconTemplate, to: '/templates' },
          { id: 'build', label: t('building:builder.title'), icon: IconBolt, to: '/create-app' },
        ]
      : []),
    ...(folders ? [{ id: 'folder', label: t('create.folder'), icon: IconFolder, to: '/home/folders?new' }] : []),
    ...(openImport
      ? [{ id: 'import', label: t('create.import'), icon: IconFileSpreadsheet, onSelect: openImport }]
      : []),
  ];
  return (
    <Menu
      anchor={anchor}
      items={items}
      opened={opened}
      onChange={onChange}
      side={side}
      width={side === 'top-start' ? 'target' : 220}
    />
  );
};

/** True when the person may make anything at all. */
export const useCanCreate = (): boolean => {
  const { createApp, createTable, openImport } = useFrameActions();
  return createApp !== null || createTable !== null || openImport !== null;
};
