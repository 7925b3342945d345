import { frameSandbox, videoOf, webAddress } from '@tessera/proto/blocks';

/** What a frame shows: the one directive of its policy that allows it, and the element. */
export type Frame = { readonly shows: string; readonly title: string; readonly body: string };

const quoted = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const pageIn = (source: string, title: string, more: string): string =>
  `<iframe src="${quoted(source)}" sandbox="${frameSandbox}" title="${quoted(title)}" ${more}></iframe>`;

/**
 * The frame of an address: a page, a picture or a video. Undefined for what is not shown: what does not come by https,
 * what is no video, and pages of our own (`ownHost`).
 */
export const frameOf = (query: URLSearchParams, ownHost: string): Frame | undefined => {
  const page = webAddress(query.get('page') ?? '');
  if (page !== undefined)
    return page.host === ownHost
      ? undefined
      : {
          shows: 'frame-src https:',
          title: page.host,
          body: pageIn(page.href, page.host, 'referrerpolicy="no-referrer" allow="fullscreen"'),
        };
  const picture = webAddress(query.get('picture') ?? '');
  if (picture !== undefined)
    return {
      shows: 'img-src https:',
      title: picture.host,
      body: `<img src="${quoted(picture.href)}" alt="" class="${query.get('fit') === 'cover' ? 'cover' : 'contain'}">`,
    };
  const video = videoOf(query.get('video') ?? '');
  if (video === undefined) return undefined;
  const { origin, host } = new URL(video.source);
  if (video.from === 'file')
    return {
      shows: 'media-src https:',
      title: host,
      body: `<video src="${quoted(video.source)}" controls autoplay playsinline></video>`,
    };
  // The players refuse pages that do not say from where they are.
  const may = 'allow="autoplay; fullscreen; encrypted-media; picture-in-picture"';
  return {
    shows: `frame-src ${origin}`,
    title: host,
    body: pageIn(video.source, host, `referrerpolicy="strict-origin" ${may}`),
  };
};

/**
 * Whether a frame is asked for from within our own pages: by itself it would be another's page under our address.
 * Browsers say so over TLS and on one's own machine.
 */
export const isWithin = (
  { headers }: { readonly headers: Readonly<Record<string, string | readonly string[] | undefined>> },
  tls: boolean,
): boolean => {
  const said = (name: string, wanted: string): boolean => (headers[name] ?? (tls ? undefined : wanted)) === wanted;
  return said('sec-fetch-dest', 'iframe') && said('sec-fetch-site', 'same-origin');
};

/** The same where nobody but a browser that says so is believed: what runs in it must not bring itself up again. */
export const isSaidWithin = (request: Parameters<typeof isWithin>[0]): boolean => isWithin(request, true);

const style =
  'html,body{height:100%;margin:0;overflow:hidden}iframe,img,video{display:block;width:100%;height:100%;border:0}.contain,video{object-fit:contain}.cover{object-fit:cover}';

/** The page at /frame. */
export const framePage = (nonce: string, frame: Frame | undefined): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${quoted(frame?.title ?? 'Tessera')}</title><style nonce="${nonce}">${style}</style></head><body>${frame?.body ?? ''}</body></html>`;
