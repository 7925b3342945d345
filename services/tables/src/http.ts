import type { ExecuteResult } from '@tessera/kernel';
import { isId } from '@tessera/kernel';
import type { RouteAnswer } from '@tessera/web';
import { z } from 'zod';

/** Parts that the routes of this service share. */
export const idSchema = z.string().refine(isId, 'not an id').meta({ description: 'A 26-character lower-case ULID.' });
/** Ids in paths and bodies that are looked up: what is no id simply is not there. */
export const refSchema = z.string().min(1).max(64);
export const tableParams = z.strictObject({ table: refSchema });
export const keyQuery = z.strictObject({ fieldKey: z.enum(['id', 'name']).optional() });
export const jsonValue = z.unknown();
export const timeSchema = z.string().meta({ format: 'date-time' });

/** The headers by which a write tells what it wrote. */
export const writeHeaders = (result: Pick<ExecuteResult<unknown>, 'commitId'>, operationId?: string, more?: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  ...(result.commitId !== undefined && { 'tessera-commit': result.commitId }),
  ...(operationId !== undefined && { 'tessera-operation': operationId }),
  ...more,
});

export const written = (result: ExecuteResult<unknown>, body: unknown, status = 200): RouteAnswer => ({ status, body, headers: writeHeaders(result) });
