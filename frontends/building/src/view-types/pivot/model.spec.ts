import type { ViewConfig } from '@tessera/kit';
import { expect, it } from 'vitest';
import { asChart, asPivot, chartState } from './model.ts';

it('a pivot is a chart without its drawing, and comes back as it was', () => {
  const config = { fields: [], rows: 'a', columns: 'b', bucket: 'year' } as unknown as ViewConfig;
  expect(asChart(config)).toEqual({ fields: [], x: 'a', split: 'b', bucket: 'year', as: 'table' });
  expect(asPivot(asChart(config))).toEqual(config);
  let kept = config;
  const state = chartState({
    config,
    change: (next: (before: ViewConfig) => ViewConfig) => {
      kept = next(kept);
    },
  } as never) as { change: (next: (before: ViewConfig) => ViewConfig) => void };
  state.change((before) => ({ ...before, x: 'c', kind: 'pie' }) as unknown as ViewConfig);
  expect(kept).toEqual({ fields: [], rows: 'c', columns: 'b', bucket: 'year' });
});
