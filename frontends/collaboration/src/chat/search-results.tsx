import { Button, EmptyState, ErrorState, Loading, Skeleton, useFormats, useTexts } from '@tessera/kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { chatApi, type Conversation } from './chat.resource.ts';
import { Entry, type Known } from './list.tsx';
import { toText } from './model.ts';
import classes from './chat.module.css';

/** What was found: conversations by their names, and what was said, the newest first. */
export const SearchResults = ({
  search,
  conversations,
  known,
}: {
  readonly search: string;
  readonly conversations: readonly Conversation[];
  readonly known: Known;
}) => {
  const t = useTexts('collaboration');
  const { dateTime } = useFormats();
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['found-in-chat', search],
    queryFn: ({ pageParam, signal }) => chatApi.search(search, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.previous,
    staleTime: 0,
  });
  if (isPending)
    return (
      <Loading>
        <Skeleton width={220} height={32} />
      </Loading>
    );
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const named = data.pages[0]?.conversations ?? [];
  const said = data.pages.flatMap((page) => page.messages);
  const placeOf = new Map([...named, ...conversations].map((one) => [one.liveId, one]));
  return (
    <>
      {named.length === 0 && said.length === 0 && !hasNextPage && <EmptyState title={t('chat.noneFound')} />}
      {named.length > 0 && (
        <section>
          <h2 className={classes['heading']}>{t('chat.foundChats')}</h2>
          <ul aria-label={t('chat.foundChats')}>
            {named.map((one) => (
              <Entry key={one.id} one={one} known={known} />
            ))}
          </ul>
        </section>
      )}
      {said.length > 0 && (
        <section>
          <h2 className={classes['heading']}>{t('chat.foundMessages')}</h2>
          <ul aria-label={t('chat.foundMessages')}>
            {said.map((message) => {
              const place = placeOf.get(message.conversationId);
              if (place === undefined || message.content === null) return null;
              return (
                <li key={message.id}>
                  <Link className={classes['found'] ?? ''} to={`${known.pathOf(place)}?at=${message.at}`}>
                    <span className="t-cut t-caption">
                      {known.nameOf(place)} · {dateTime(message.sentAt)}
                    </span>
                    <span className={classes['foundText']}>
                      <b>{known.personName(message.sentBy)}</b> {toText(message.content)}
                    </span>
                  </Link>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {hasNextPage && (
        <p className={classes['older']}>
          <Button size="toolbar" working={isFetchingNextPage && t('tasks.saving')} onClick={() => void fetchNextPage()}>
            {t('chat.moreFound')}
          </Button>
        </p>
      )}
    </>
  );
};
