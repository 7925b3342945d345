import type { Id } from '@tessera/kit';
import { createContext, useContext } from 'react';

/** The table whose fields are shown: editors and settings ask it for more than their field says. Empty outside of one. */
export const TableScope = createContext<Id>('');

export const useTableScope = (): Id => useContext(TableScope);
