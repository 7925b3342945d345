import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Whether the form is being built or filled in: it stands in the address, for who may build it. */
export const useBuilding = (): readonly [boolean, (on: boolean) => void] => {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (on: boolean): void =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (on) next.set('build', '1');
          else next.delete('build');
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return [params.has('build'), set];
};
