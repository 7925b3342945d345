import type { CellProps } from '../view.ts';

/** Outlines of the marks in a square of 24. */
export const shapes: Readonly<Record<string, string>> = {
  star: 'M12 2.5l2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.1-5.9 3.1 1.2-6.5-4.8-4.6 6.6-.9z',
  heart: 'M12 20.5l-7.6-7.4a5 5 0 0 1 7.1-7.1l.5.5.5-.5a5 5 0 0 1 7.1 7.1z',
  thumb:
    'M3 11h4v10h-4zm6 0l3.6-8.2a2.6 2.6 0 0 1 2.4 2.7v3.5h4.2a2.3 2.3 0 0 1 2.3 2.7l-1.2 7.2a2.4 2.4 0 0 1-2.3 2.1h-9z',
  flame:
    'M12 2c.5 3.500 5.800 6.400 5.800 11.700a5.800 5.800 0 0 1-11.600 0c0-2.600 1.300-4.300 2.600-5.600.2 1.700.9 2.700 1.900 3.200.100-3.700-.3-6.300 1.300-9.300z',
};
export const shapeOf = (icon: unknown): string => shapes[typeof icon === 'string' ? icon : 'star'] ?? shapes['star']!;
export const mostOf = (props: CellProps['field']['props']): number => {
  const max: unknown = (props as Readonly<Record<string, unknown>>)['max'];
  return typeof max === 'number' ? max : 5;
};
export const iconOf = (props: CellProps['field']['props']): unknown =>
  (props as Readonly<Record<string, unknown>>)['icon'];
