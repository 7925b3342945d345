import { ExtensionPart, type ShownSlots, useExtensions, useTexts } from '@tessera/kit';
import { IconLock } from '@tessera/kit/icons';
import { type ReactNode, useState } from 'react';

/** The entry of a menu that opens who may open a table or an app; none for who manages no roles. */
export const useAccess = (
  given: Omit<ShownSlots['access'], 'onClose'>,
  name?: string,
): {
  readonly entries: readonly {
    readonly id: string;
    readonly label: string;
    readonly icon: typeof IconLock;
    readonly onSelect: () => void;
  }[];
  readonly dialog: ReactNode;
} => {
  const t = useTexts('building');
  const [extension] = useExtensions('access');
  const [opened, setOpened] = useState(false);
  return {
    entries: extension
      ? [{ id: 'access', label: name ?? t(extension.label), icon: IconLock, onSelect: () => setOpened(true) }]
      : [],
    dialog: opened && extension && (
      <ExtensionPart of={extension} given={{ ...given, onClose: () => setOpened(false) }} />
    ),
  };
};
