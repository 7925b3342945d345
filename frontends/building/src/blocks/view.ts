import type { IconType, Language } from '@tessera/kit';
import type { ComponentType } from 'react';
import type { App, AppBlock } from '../apps/apps.resource.ts';

export type BlockProps = {
  readonly app: App;
  readonly block: AppBlock;
  /** What is searched for on the page. */
  readonly search: string;
  readonly onSearch: (text: string) => void;
};

/** What a type of block is on screen: the twin of its folder in `proto/blocks`. */
export type BlockView = {
  readonly texts: Readonly<
    Record<
      Language,
      { readonly name: string; readonly about: string; readonly parts?: Readonly<Record<string, string>> }
    >
  >;
  readonly icon: IconType;
  readonly Block: ComponentType<BlockProps>;
  /** Its content stands on no plate of its own. */
  readonly bare?: true;
};
