import { type Answered, api, type Id } from '@tessera/kit';

export type PublicLink = Answered<'post_public_view_create'>;
/** What is shared: a view that asks, one that shows, a doc page, or an app. */
export type Shared =
  | { readonly identifier: Id; readonly type: 'form' | 'object'; readonly viewId: Id }
  | { readonly identifier: Id; readonly type: 'doc-page' | 'dashboard'; readonly viewId?: undefined };
export type LinkChange = {
  readonly fields?: Id[];
  readonly password?: string | null;
  readonly expires_at?: string | null;
  readonly answer_limit?: number | null;
  readonly show_brand?: boolean;
  readonly embed_hosts?: string[];
  readonly indexed?: boolean;
  readonly one_answer?: boolean;
  readonly receipts?: boolean;
  readonly changeable?: boolean;
  readonly blocks?: { readonly id: Id; readonly right: 'hidden' | 'read' | 'write' }[];
  readonly show_title?: boolean;
  readonly show_top_bar?: boolean;
};

const bodyOf = ({ identifier, type, viewId }: Shared) => ({
  identifier,
  type,
  ...(viewId !== undefined && { viewId }),
});

export const linkApi = {
  get: (shared: Shared, signal?: AbortSignal): Promise<PublicLink> =>
    api.post('/public-view/get', { body: bodyOf(shared), ...(signal && { signal }) }),
  open: (shared: Shared): Promise<PublicLink> => api.post('/public-view/create', { body: bodyOf(shared) }),
  shut: (shared: Shared) => api.post('/public-view/delete', { body: bodyOf(shared) }),
  mail: async (id: Id, emails: string[]): Promise<number> =>
    (await api.post('/v3/public-view/{id}/:share', { path: { id }, body: { emails } })).sent,
  change: (id: Id, body: LinkChange): Promise<PublicLink> => api.patch('/v3/public-links/{id}', { path: { id }, body }),
};

/** The address of a link, for people. */
export const addressOf = ({ token }: Pick<PublicLink, 'token'>): string => `${location.origin}/public/${token}`;

/** What a page of others shows the link with. */
export const embedOf = (link: Pick<PublicLink, 'token'>, title: string): string => {
  const named = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<iframe src="${addressOf(link)}" title="${named}" width="100%" height="900" loading="lazy" style="border:0"></iframe>`;
};

/** What somebody typed or pasted, one by one: commas, semicolons and spaces part them. */
export const wordsIn = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((word) => word !== '');
const address = /^[^\s@<>"]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}$/;
export const isAddress = (text: string): boolean => address.test(text);

/** The last moment of a day in the reader's zone; null for none. */
export const endOfDay = (day: string): string | null => {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined || Number.isNaN(year + month + date)) return null;
  return new Date(year, month - 1, date, 23, 59, 59).toISOString();
};
/** The day of a moment in the reader's zone, as the browser's field takes it. */
export const dayOf = (moment: string | null): string => {
  if (moment === null) return '';
  const at = new Date(moment);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
};
