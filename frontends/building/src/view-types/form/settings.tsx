import { Segmented, type Table, type View } from '@tessera/kit';
import type { SettingsProps } from '../view.ts';
import { useBuilding } from './mode.ts';

export const mayBuild = (table: Table, view: View): boolean => table.rights.canManageViews || view.personal;

/** For who may build the form: whether it is built or filled in. */
export const FormSettings = ({ table, view, labels }: SettingsProps) => {
  const [building, setBuilding] = useBuilding();
  if (!mayBuild(table, view)) return null;
  return (
    <Segmented
      label={labels['mode'] ?? ''}
      value={building ? 'build' : 'fill'}
      options={(['fill', 'build'] as const).map((mode) => ({ value: mode, label: labels[mode] ?? mode }))}
      onChange={(mode) => setBuilding(mode === 'build')}
    />
  );
};
