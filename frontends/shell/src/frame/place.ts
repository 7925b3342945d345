import { useLocation } from 'react-router';

/** Where one is, also within the menu of an app. */
export const usePlace = (): string => useLocation().pathname.replace(/^\/app\/\w+\/bundle/, '');

/** The table that a page is about. */
export const tableIn = (pathname: string): string | undefined => /^\/object\/([0-9a-z]{26})(\/|$)/.exec(pathname)?.[1];
