import type { IconType, Language } from '@tessera/kit';
import type { App, AppBlock, Config } from '../apps/apps.resource.ts';
import type { Later } from '../later.tsx';
import type { PageState } from './page-state.ts';

export type BlockProps = {
  readonly app: App;
  readonly block: AppBlock;
  /** What people chose on the page. */
  readonly page: PageState;
};

/** Where a type stands among those that can be added. */
export type BlockGroup = 'records' | 'numbers' | 'page';

/** What a type of block is on screen: the twin of its folder in `proto/blocks`. */
export type BlockView = {
  readonly texts: Readonly<
    Record<
      Language,
      { readonly name: string; readonly about: string; readonly parts?: Readonly<Record<string, string>> }
    >
  >;
  readonly icon: IconType;
  readonly group: BlockGroup;
  /** Its code comes when it is shown first. */
  readonly Block: Later<BlockProps>;
  /** Which parts of its configuration are asked for, by what the others say; all of them without it. */
  readonly asks?: (part: string, config: Config) => boolean;
  /** Its content stands on no plate of its own. */
  readonly bare?: true;
};
