import type { Actor } from '@tessera/kernel';
import { rejection } from './refusals.ts';

/** Who looks at a workspace as a role or another person writes nothing, whatever the service: throws for them. */
export const refuseLookers = ({ viewing }: Pick<Actor, 'viewing'>): void => {
  if (viewing !== undefined) throw rejection('forbidden', 'view_as.read_only');
};
