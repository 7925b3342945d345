/** Whether an address is one of the settings whose menu stands beside it (`hideMenu=true` leaves that away). */
export const isInSettings = (pathname: string, search: string): boolean =>
  pathname.startsWith('/settings/') && new URLSearchParams(search).get('hideMenu') !== 'true';
