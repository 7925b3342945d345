import { useSyncExternalStore } from 'react';

const phone = typeof matchMedia === 'undefined' ? null : matchMedia('(max-width: 679px)');

const subscribe = (listener: () => void): (() => void) => {
  phone?.addEventListener('change', listener);
  return () => phone?.removeEventListener('change', listener);
};

export const isPhone = (): boolean => phone?.matches === true;

/** True under 680 px, where a table is a list of cards. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, isPhone);
