import { plain } from '../data/measures.ts';

const operations = ['alone', 'plus', 'minus', 'share', 'part'] as const;
export type Operation = (typeof operations)[number];

export const operationOf = (value: unknown): Operation => operations.find((one) => one === value) ?? 'alone';

/** Whether what comes out is a part of a whole, and no amount. */
export const isPart = (operation: Operation): boolean => operation === 'share' || operation === 'part';

/** What two numbers come to; null where one is missing, or where it would be divided by nothing. */
export const combined = (operation: Operation, x: number | null, y: number | null): number | null => {
  if (operation === 'alone' || x === null) return x;
  if (y === null) return null;
  switch (operation) {
    case 'plus':
      return plain(x + y);
    case 'minus':
      return plain(x - y);
    case 'share':
      return y === 0 ? null : x / y;
    case 'part':
      return x + y === 0 ? null : x / (x + y);
  }
};
