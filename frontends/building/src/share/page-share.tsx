import type { ShownSlots } from '@tessera/kit/manifest';
import { LinkDialog } from './share.dialog.tsx';

/** Opens a doc page to strangers, from where it is written. */
export const Extension = ({ pageId, label, onClose }: ShownSlots['page.share']) => (
  <LinkDialog shared={{ identifier: pageId, type: 'doc-page' }} table={null} name={label} onClose={onClose} />
);
