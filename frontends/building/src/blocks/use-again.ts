import { useLive, type Id } from '@tessera/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

/** Asks once more what begins with this key and the table, half a second after the first of many changes of its records. */
export const useAgain = (key: string, tableId: Id): void => {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLive([`table:${tableId}`], () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: [key, tableId] });
    }, 500);
  });
};
