import { api, type OptionColor, optionColor } from '@tessera/kit';
import { queries } from '../session/session.resource.ts';

/** An app without blocks or with one, which its builders alone see until it is published. Answers its id. */
export const createApp = async ({ label, type }: { label: string; type?: string | undefined }): Promise<string> => {
  const color: OptionColor = optionColor(Math.floor(Math.random() * 12));
  const { id } = await api.post('/v3/apps', { body: { label, color } });
  if (type) await api.post('/v3/apps/{id}/blocks', { path: { id }, body: { type, config: {} } });
  await queries.invalidateQueries({ queryKey: ['apps'] });
  return id;
};
