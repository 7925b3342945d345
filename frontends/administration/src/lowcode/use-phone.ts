import { useSyncExternalStore } from 'react';

const phone = matchMedia('(max-width: 679px)');
const subscribe = (listener: () => void): (() => void) => {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
};

/** True under 680 px, where code is read and not written. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches);
