export type WizardPage = 'types' | 'field-matching' | 'finished';

/** The address of a page of the wizard, with what a reload needs to go on. */
export const pathOf = (page: WizardPage, identifier: string, operation?: string): string => {
  const query = new URLSearchParams({
    ...(identifier === '' ? {} : { identifier }),
    ...(operation === undefined ? {} : { operation }),
  }).toString();
  return `/connector/spreadsheets/csv/${page}${query === '' ? '' : `?${query}`}`;
};

/** Where an import begins: for a table that is there, or for a new one. */
export const startOf = (target: string | null): string =>
  target === null ? '/connector' : `/connector?table=${target}`;
