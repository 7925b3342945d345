import { EmptyState, type Id, useTexts } from '@tessera/kit';
import type { ShownSlots } from '@tessera/kit/manifest';
import { useMemo, useState } from 'react';
import type { App, AppBlock } from '../apps/apps.resource.ts';
import { BlockBody } from '../apps/canvas.tsx';
import { addAppTexts } from '../apps/texts.ts';
import { bringRefusals } from '../refusal-texts.ts';
import { type PageValues, stateOf } from './page-state.ts';
import classes from './blocks.module.css';

bringRefusals();

await addAppTexts();

const nowhere = { components: [] };
const unchanging = {
  canCreateBlocks: false,
  canEditBlocks: false,
  canDeleteBlocks: false,
  fullControl: false,
  canShare: false,
};

/** A block as the one of an app of its own. */
const appOf = (block: AppBlock): App => ({
  id: '',
  label: '',
  icon: null,
  color: null,
  access: 'interact',
  rights: unchanging,
  draft: false,
  revision: 0,
  changed: false,
  published: null,
  components: [block],
  layouts: { desktop: nowhere, mobile: { enabled: false, components: [] } },
  tabletFollowsMobileLayout: false,
  disableDesktopScrolling: false,
  bgColor: null,
  bgImage: null,
  font: null,
  bundleConfig: { top_bar: null, bottom_nav: null, menu_bar: null },
  active: false,
  publicShowAppTitle: false,
  publicShowTopBarWithLogo: false,
});

const blockIn = (blockId: string, config: string): AppBlock | undefined => {
  try {
    return { id: blockId, config: JSON.parse(config) as AppBlock['config'] };
  } catch {
    return undefined;
  }
};

/** A block of an app in a doc page, drawn by what its reader may see. */
export const Extension = ({ blockId, config }: ShownSlots['page.block']) => {
  const t = useTexts('building');
  const block = useMemo(() => blockIn(blockId, config), [blockId, config]);
  const app = useMemo(() => block && appOf(block), [block]);
  const [values, setValues] = useState<PageValues>({});
  const page = useMemo(
    () => stateOf(app ?? nowhere, values, (id: Id, value) => setValues((before) => ({ ...before, [id]: value }))),
    [app, values],
  );
  if (app === undefined || block === undefined) return <EmptyState title={t('apps.newer')} />;
  return (
    <div className={classes['inPage']}>
      <BlockBody app={app} block={block} page={page} />
    </div>
  );
};
