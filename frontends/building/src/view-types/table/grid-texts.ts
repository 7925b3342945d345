import { useTexts } from '@tessera/kit';
import { useMemo } from 'react';
import type { GridTexts } from '../../grid/view/grid-view.tsx';
import classes from '../../grid/view/grid.module.css';

/** The grid's own words in the person's language. */
export const useGridTexts = (label: string): GridTexts & { readonly pillClass: string } => {
  const t = useTexts('building');
  return useMemo(
    () => ({
      label: t('grid.label', { table: label }),
      row: {
        select: t('grid.selectRow'),
        expand: t('grid.expand'),
        notInView: t('grid.notInView'),
        open: t('grid.openLink'),
        draft: t('grid.draft'),
      },
      newRecord: t('record.new'),
      selectAll: t('grid.selectAll'),
      addField: t('field.add'),
      menuOf: (name: string) => t('grid.menuOf', { name }),
      refused: {
        notSaved: t('grid.notSaved'),
        editAgain: t('grid.editAgain'),
        discard: t('grid.discard'),
        keepTheirs: t('grid.keepTheirs'),
        useMine: t('grid.useMine'),
        theirs: (value: string) => t('grid.theirs', { value }),
      },
      foot: {
        none: t('totals.none'),
        summarize: t('totals.summarize'),
        totalOf: (name: string) => t('totals.of', { name }),
        label: t('totals.label'),
      },
      editor: { find: t('editor.find'), findPerson: t('editor.findPerson'), clear: t('date.clear') },
      pillClass: classes['pill'] ?? '',
    }),
    [t, label],
  );
};
