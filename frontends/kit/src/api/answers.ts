import { api } from './client.ts';
import { isUnavailable } from './error.ts';

/** Whether the server answers now: asked of what every page needs, the session. */
export const presentlyAnswers = (): Promise<boolean> => api.get('/auth/session').then(() => true, (error: unknown) => !isUnavailable(error));
