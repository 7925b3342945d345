import { everyVariant } from '@tessera/kernel/testing';

/**
 * Test files that the gate leaves out, since they vary, repeat, load or soak what another file of the gate already
 * tells. `npm run test:soak` runs all of them, `npm run test:cluster` those of engines, `npm run test:k8s` those of its
 * manifests, and each of them by its name.
 */
export const outsideOfTheGate: readonly string[] = [
  'infra/document-store/src/mongo/left.cluster.spec.ts',
  'infra/document-store/src/sqlite/index-tables.int.spec.ts',
  'infra/event-store/test/derived.cluster.spec.ts',
  'infra/event-store/test/mongo-cost.cluster.spec.ts',
  'infra/event-store/test/mongo-faults.cluster.spec.ts',
  'infra/event-store/test/mongo-integrity.cluster.spec.ts',
  'infra/event-store/test/mongo-purge.cluster.spec.ts',
  'infra/event-store/test/mongo-upgrades.cluster.spec.ts',
  'infra/messaging/test/faults.cluster.spec.ts',
  'infra/runtime/src/election.cluster.spec.ts',
  'infra/runtime/src/engines-away.cluster.spec.ts',
  'infra/runtime/src/migrate/migrate.cluster.spec.ts',
  'infra/runtime/src/purge-person.cluster.spec.ts',
  'infra/runtime/src/secured-engines.cluster.spec.ts',
  'infra/verification/cluster/faults.cluster.spec.ts',
  'infra/verification/deployment/manifests.cluster.spec.ts',
  'infra/verification/deployment/tiltfile.cluster.spec.ts',
  'infra/verification/e2e/around.e2e.spec.ts',
  'infra/verification/e2e/buttons.e2e.spec.ts',
  'infra/verification/e2e/dark.e2e.spec.ts',
  'infra/verification/e2e/density.e2e.spec.ts',
  'infra/verification/e2e/early.e2e.spec.ts',
  'infra/verification/e2e/entry.e2e.spec.ts',
  'infra/verification/e2e/field-panel.e2e.spec.ts',
  'infra/verification/e2e/field-types.e2e.spec.ts',
  'infra/verification/e2e/grouped.e2e.spec.ts',
  'infra/verification/e2e/hands.e2e.spec.ts',
  'infra/verification/e2e/hundred-thousand.e2e.spec.ts',
  'infra/verification/e2e/import-into.e2e.spec.ts',
  'infra/verification/e2e/import-steps.e2e.spec.ts',
  'infra/verification/e2e/keyboard.e2e.spec.ts',
  'infra/verification/e2e/long-lists.e2e.spec.ts',
  'infra/verification/e2e/long-texts.e2e.spec.ts',
  'infra/verification/e2e/phone-table.e2e.spec.ts',
  'infra/verification/e2e/ranges.e2e.spec.ts',
  'infra/verification/e2e/refused.e2e.spec.ts',
  'infra/verification/e2e/restored.e2e.spec.ts',
  'infra/verification/e2e/search.e2e.spec.ts',
  'infra/verification/e2e/shifts.e2e.spec.ts',
  'infra/verification/e2e/slots.e2e.spec.ts',
  'infra/verification/e2e/view-types.e2e.spec.ts',
  'infra/verification/gate/skeletons.int.spec.ts',
  'infra/verification/kinds/properties.cluster.spec.ts',
  'services/connectors/src/aside.int.spec.ts',
  'services/tables/src/comments/comments.cluster.spec.ts',
  'services/tables/src/links/links.cluster.spec.ts',
  'services/tables/src/past/past.cluster.spec.ts',
  'services/tables/src/records/heavy.int.spec.ts',
];

/** The manifests of Kubernetes and the Tiltfile: what `npm run test:k8s` tries before its cluster. */
export const manifests = outsideOfTheGate.filter((file) => file.includes('/deployment/'));

/** Whether a run of everything has this file in it. */
export const inThisRun = (file: string): boolean => everyVariant || !outsideOfTheGate.includes(file);
