import { api, type OptionColor, optionColor } from '@tessera/kit';
import { queries } from '../session/session.resource.ts';

/** An app without blocks, which its builders alone see until it is published. Answers its id. */
export const createBlankApp = async (label: string): Promise<string> => {
  const color: OptionColor = optionColor(Math.floor(Math.random() * 12));
  const { id } = await api.post('/v3/apps', { body: { label, color } });
  await queries.invalidateQueries({ queryKey: ['apps'] });
  return id;
};
