import { createHash } from 'node:crypto';
import type { WriteModule } from '@tessera/kernel';

type Versioned = Pick<WriteModule<unknown>, 'derivation'> & {
  readonly projections: readonly Pick<WriteModule<unknown>['projections'][number], 'name' | 'version'>[];
  readonly aggregates: readonly Pick<WriteModule<unknown>['aggregates'][number], 'kind' | 'version'>[];
};

/**
 * What a read model is made by, as text: every projection with its version, and every aggregate whose version is above
 * 1, since the folded states are part of the model, and so is what is derived. Stored beside each model.
 */
export const modelVersions = ({ projections, aggregates, derivation }: Versioned): string =>
  JSON.stringify(
    [
      ...projections.map(({ name, version }) => [name, version] as const),
      ...(derivation === undefined || derivation.version === 1 ? [] : [['derive', derivation.version] as const]),
      ...aggregates.filter(({ version }) => version > 1).map(({ kind, version }) => [`fold ${kind}`, version] as const),
    ].sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** A short name for models of these versions, the same in every process; 12 hexadecimal digits. */
export const modelName = (versions: string): string => createHash('sha256').update(versions).digest('hex').slice(0, 12);
