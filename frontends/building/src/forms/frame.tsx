import { Dialog, Panel } from '@tessera/kit';
import type { ReactNode } from 'react';
import type { Way } from './layout.ts';

const sizes = {
  modal_compact: 'medium',
  modal_wide: 'wide',
  full_screen: 'full',
  '3_cols': 'full',
  '4_cols': 'full',
} as const;

type FrameProps = {
  readonly way: Way;
  readonly phone?: boolean;
  readonly opened?: boolean;
  readonly label: string;
  /** What leads to the records around it. */
  readonly walk?: ReactNode;
  readonly actions?: ReactNode;
  readonly footer?: ReactNode;
  readonly takeFocus?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Where a form stands: beside the page, in a window over it, or in its place. A phone has room for the last alone. */
export const Frame = ({
  way,
  phone = false,
  opened = true,
  label,
  walk,
  actions,
  footer,
  takeFocus = true,
  onClose,
  children,
}: FrameProps) =>
  way === 'side_panel' && !phone ? (
    <Panel
      opened={opened}
      label={label}
      takeFocus={takeFocus}
      onClose={onClose}
      {...(walk !== undefined && { header: walk })}
      {...(actions !== undefined && { actions })}
      {...(footer !== undefined && { footer })}
    >
      {children}
    </Panel>
  ) : (
    <Dialog
      opened={opened}
      flush
      size={phone || way === 'side_panel' ? 'full' : sizes[way]}
      // Where one walks through records, what is walked to says its name below.
      title={walk === undefined ? label : <span className="t-hidden">{label}</span>}
      start={walk}
      actions={actions}
      onClose={onClose}
    >
      {children}
    </Dialog>
  );
