import type { ViewConfig } from '@tessera/kit';
import type { ViewState } from '../../workbench/use-view.ts';

type Loose = Readonly<Record<string, unknown>>;

/** A pivot as a chart without the drawing: its rows are the axis, its columns the parts. */
export const asChart = (config: ViewConfig): ViewConfig => {
  const { rows, columns, ...rest } = config as Loose;
  return {
    ...rest,
    as: 'table',
    ...(rows !== undefined && { x: rows }),
    ...(columns !== undefined && { split: columns }),
  } as unknown as ViewConfig;
};
export const asPivot = (config: ViewConfig): ViewConfig => {
  const { x, split, as: _as, kind: _kind, ...rest } = config as Loose;
  return {
    ...rest,
    ...(x !== undefined && { rows: x }),
    ...(split !== undefined && { columns: split }),
  } as unknown as ViewConfig;
};

/** The state of a pivot as what draws charts has it. */
export const chartState = <S extends Pick<ViewState, 'config' | 'change'>>(state: S): S => ({
  ...state,
  config: asChart(state.config),
  change: (next: Parameters<ViewState['change']>[0]) =>
    state.change((before) => asPivot(typeof next === 'function' ? next(asChart(before)) : next)),
});
