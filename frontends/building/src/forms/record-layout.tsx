import type { ReactNode } from 'react';
import type { RecordParts } from '../record/record.panel.tsx';
import record from '../record/record.module.css';
import { Frame } from './frame.tsx';
import { toolsOf } from './layout.ts';
import { ownForm } from './own.ts';
import { RecordColumns } from './record-columns.tsx';
import { useWay } from './use-way.ts';

/** A record that is opened from a list of its table, as the table's form says. */
export const RecordLayout = ({
  parts,
  opened,
  label,
  walk,
  actions,
  takeFocus,
  onClose,
}: {
  readonly parts: RecordParts;
  readonly opened: boolean;
  readonly label: string;
  readonly walk: ReactNode;
  readonly actions: ReactNode;
  readonly takeFocus: boolean;
  readonly onClose: () => void;
}) => {
  const config = ownForm(parts.table, 'update');
  const way = useWay(config);
  if (way === null) return null;
  const speaks = parts.record !== null && toolsOf(config).includes('comments');
  return (
    <Frame
      way={way}
      opened={opened}
      label={label}
      walk={walk}
      actions={actions}
      takeFocus={takeFocus}
      onClose={onClose}
      footer={way === 'side_panel' && speaks ? <div className={record['speak']}>{parts.composer()}</div> : undefined}
    >
      {parts.record ? <RecordColumns parts={parts} way={way} speaksElsewhere={way === 'side_panel'} /> : parts.loading}
    </Frame>
  );
};

/** The same in place of a page. */
export const RecordPageLayout = ({ parts }: { readonly parts: RecordParts }) => {
  const way = useWay(ownForm(parts.table, 'update'));
  if (way === null) return null;
  const wide = way === '3_cols' || way === '4_cols' ? way : 'full_screen';
  return parts.record ? <RecordColumns parts={parts} way={wide} /> : parts.loading;
};
