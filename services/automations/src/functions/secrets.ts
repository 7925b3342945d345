import type { ServicePorts } from '@tessera/runtime';

export const bucket = 'function-secrets';
const keyOf = (functionId: string, name: string): string => `${functionId}:${name}`;

/** Values by name that the code of one function may ask for. Never in an event (docs/events.md 7). */
export const createFunctionSecrets = ({ vault }: Pick<ServicePorts, 'vault'>) => ({
  get: async (organizationId: string, functionId: string, name: string): Promise<string | undefined> =>
    (await vault.get<{ readonly value: string }>(organizationId, bucket, keyOf(functionId, name)))?.value,
  put: (organizationId: string, functionId: string, name: string, value: string): Promise<void> =>
    vault.put(organizationId, bucket, keyOf(functionId, name), { value }),
  forgetAll: async (organizationId: string, functionId: string): Promise<void> => {
    for (const { key } of await vault.list(organizationId, bucket, `${functionId}:`, 1_000))
      await vault.delete(organizationId, bucket, key);
  },
  forget: (organizationId: string, functionId: string, name: string): Promise<void> =>
    vault.delete(organizationId, bucket, keyOf(functionId, name)),
});
export type FunctionSecrets = ReturnType<typeof createFunctionSecrets>;
