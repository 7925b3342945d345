import { flag } from './property.ts';
import type { FieldProps, Making } from './type.ts';
import { wallOf } from './zones.ts';

export const currentUserProperty = { default_current_user: flag } as const;
export const nowProperty = { default_now: flag } as const;

export const currentUserProps = ({ default_current_user }: Partial<FieldProps>): FieldProps =>
  default_current_user ? { default_current_user: true } : {};
export const nowProps = ({ default_now }: Partial<FieldProps>): FieldProps =>
  default_now ? { default_now: true } : {};

/** What the clocks of the organization show as a record is made. */
export const wallNow = ({ now, timezone }: Making): ReturnType<typeof wallOf> => wallOf(now, timezone());
