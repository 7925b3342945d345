import { api, type Asked } from '@tessera/kit';

/** Sees the workspace as a person. The page begins anew, so that nothing of what it held is shown by these eyes. */
export const viewAs = async (body: Asked<'post_view_as'>): Promise<void> => {
  await api.post('/v3/view-as', { body });
  location.assign('/home');
};

/** Sees it with one's own eyes again. */
export const stopViewAs = async (): Promise<void> => {
  await api.delete('/v3/view-as');
  location.reload();
};
