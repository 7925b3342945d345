import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';

export type ModalParams = Readonly<Record<string, string>>;

/**
 * The search with a modal opened: the name under `modal`, its parameters beside it. Parameters of a modal that was open
 * are dropped.
 */
export const withModal = (search: string, name: string, params: ModalParams = {}): string => {
  const next = new URLSearchParams(withoutModal(search));
  next.set('modal', name);
  const own = Object.entries(params);
  for (const [key, value] of own) next.set(key, value);
  if (own.length > 0) next.set('with', own.map(([key]) => key).join('.'));
  return `?${next.toString()}`;
};

/** The search without a modal and without the parameters that came with it. */
export const withoutModal = (search: string): string => {
  const next = new URLSearchParams(search);
  for (const key of next.get('with')?.split('.') ?? []) next.delete(key);
  next.delete('with');
  next.delete('modal');
  const text = next.toString();
  return text === '' ? '' : `?${text}`;
};

/** Name and parameters of the modal that the search holds. Plain links (`?modal=editTask&id=7`) need no `with`. */
export const modalOf = (search: string): { readonly name: string; readonly params: ModalParams } | null => {
  const read = new URLSearchParams(search);
  const name = read.get('modal');
  if (name === null || name === '') return null;
  const params = Object.fromEntries([...read].filter(([key]) => key !== 'modal' && key !== 'with'));
  return { name, params };
};

const pushedByUs = (state: unknown): boolean => typeof state === 'object' && state !== null && 'modalPushed' in state;

/**
 * A modal held in the URL, so that a reload and a shared link open it and Back closes it. `name` limits it to one
 * modal; `params` are its parameters. `close` goes back when we opened it here, and otherwise replaces the address.
 */
export const useUrlModal = (name?: string) => {
  const location = useLocation();
  const navigate = useNavigate();
  const current = useMemo(() => modalOf(location.search), [location.search]);
  const opened = current !== null && (name === undefined || current.name === name);

  const open = useCallback(
    (modal: string, params?: ModalParams) => {
      const replacing = modalOf(location.search) !== null;
      void navigate(
        { pathname: location.pathname, search: withModal(location.search, modal, params) },
        { state: { modalPushed: true }, replace: replacing },
      );
    },
    [location.pathname, location.search, navigate],
  );
  const close = useCallback(() => {
    if (pushedByUs(location.state)) void navigate(-1);
    else void navigate({ pathname: location.pathname, search: withoutModal(location.search) }, { replace: true });
  }, [location, navigate]);

  return { opened, name: opened ? current.name : null, params: opened ? current.params : {}, open, close } as const;
};
