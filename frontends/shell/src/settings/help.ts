import { type Answered, api } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

type Help = Answered<'get_help'>;

/** Where the operator keeps help: it changes with a start of the server alone. */
export const helpQuery = queryOptions({
  queryKey: ['help'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => api.get('/v3/help', { signal }),
});

type HelpLink = {
  readonly name: 'changelog' | 'documentation' | 'guides';
  readonly title?: string;
  readonly url: string;
};

/** The links that there are, in their order; a video has a title of its own. */
export const linksOf = (help: Help | undefined): readonly HelpLink[] => {
  if (help === undefined) return [];
  const links = [
    { name: 'changelog', url: help.changelog },
    { name: 'documentation', url: help.documentation },
    { name: 'guides', url: help.video_guides },
  ] as const;
  return [
    ...links.flatMap(({ name, url }) => (url === null ? [] : [{ name, url }])),
    ...help.videos.map(({ title, url }) => ({ name: 'guides' as const, title, url })),
  ];
};
