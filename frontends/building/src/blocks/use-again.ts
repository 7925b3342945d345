import { useLive, type Id } from '@tessera/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

/** Says half a second after the first of many changes of its records that a table has changed. */
export const useChanged = (tableId: Id | undefined, tell: () => void): void => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLive(tableId === undefined ? [] : [`table:${tableId}`], () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      tell();
    }, 500);
  });
};

/** Asks once more what begins with this key and the table when the table has changed. */
export const useAgain = (key: string, tableId: Id): void => {
  const client = useQueryClient();
  useChanged(tableId, () => void client.invalidateQueries({ queryKey: [key, tableId] }));
};
