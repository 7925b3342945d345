import { type Density, Menu, type RowHeight, useTexts } from '@tessera/kit';
import { IconList } from '@tessera/kit/icons';
import { type GridConfig, usualGrid } from '../../grid/columns.ts';
import classes from '../../table/table.module.css';
import type { SettingsProps } from '../view.ts';
import { fitting } from './fitting.ts';

const heights: readonly RowHeight[] = [32, 48, 64, 96];
const densities: readonly Density[] = ['standard', 'compact'];

/** How high the rows are and how wide the columns. */
export const GridSettings = ({ state, work }: SettingsProps) => {
  const t = useTexts('building');
  const { change } = state;
  const config: GridConfig = state.config;
  return (
    <Menu
      items={[
        { id: 'heights', heading: t('height.title') },
        ...heights.map((height) => ({
          id: String(height),
          label: t(`height.h${height}`),
          checked: (config.rowHeight ?? usualGrid.rowHeight) === height,
          onSelect: () => change((before) => ({ ...before, rowHeight: height })),
        })),
        { id: 'widths', heading: t('density.title') },
        ...densities.map((density) => ({
          id: density,
          label: t(`density.${density}`),
          checked: (config.density ?? usualGrid.density) === density,
          onSelect: () => change((before) => ({ ...before, density })),
        })),
        { id: 'fitAll', label: t('density.fit'), onSelect: () => fitting.get(work.list)?.() },
      ]}
      anchor={
        <button type="button" className={classes['tool']} aria-label={t('height.title')}>
          <IconList aria-hidden="true" />
          <span className={classes['wide']}>{t('height.title')}</span>
        </button>
      }
    />
  );
};
