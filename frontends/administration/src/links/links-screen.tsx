import {
  copyText,
  EmptyState,
  ErrorState,
  IconButton,
  Loading,
  Page,
  Skeleton,
  Switch,
  toast,
  useErrorText,
  useFormats,
  useLive,
  usePageTitle,
  useRights,
  useTexts,
} from '@tessera/kit';
import { IconCopy } from '@tessera/kit/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { peopleQuery } from '../history/people.resource.ts';
import { linksApi, linksQuery, tablesQuery, type PublicLink } from './links.resource.ts';
import classes from './links.module.css';

const kinds: Readonly<Record<string, 'form' | 'page' | 'app'>> = { form: 'form', 'doc-page': 'page', dashboard: 'app' };
const placeOf = ({ type, identifier, viewId }: PublicLink): string =>
  type === 'doc-page'
    ? `/doc-page/${identifier}`
    : type === 'dashboard'
      ? `/app/${identifier}`
      : `/object/${identifier}${viewId === null ? '' : `/${viewId}`}`;

/** All that strangers may open: where it leads, how often it was used, and the switches of each and of all. */
export const LinksScreen = () => {
  const t = useTexts('administration');
  const formats = useFormats();
  const rights = useRights();
  const client = useQueryClient();
  const errorText = useErrorText('administration');
  const { data, error, refetch } = useQuery(linksQuery);
  const { data: tables } = useQuery(tablesQuery);
  const { data: people } = useQuery(peopleQuery);
  usePageTitle(t('links.title'));
  const anew = () => client.invalidateQueries({ queryKey: linksQuery.queryKey });
  useLive(['links'], () => void anew());
  const change = async (work: Promise<string | null>, message: string): Promise<void> => {
    try {
      const commit = await work;
      toast({ message, ...(commit !== null && { undo: () => linksApi.undo(commit).then(anew) }) });
    } catch (problem) {
      toast({ kind: 'error', message: t('links.notSaved'), detail: errorText(problem) });
    }
    await anew();
  };
  const nameOf = (link: PublicLink): string =>
    link.title ?? link.label ?? tables?.find(({ id }) => id === link.identifier)?.label ?? t('links.unnamed');
  const copy = (link: PublicLink): void =>
    void copyText(`${location.origin}/public/${link.token}`).then(() => toast({ message: t('links.copied') }));
  if (error !== null && data === undefined) return <ErrorState screen error={error} onRetry={() => void refetch()} />;
  return (
    <Page header={<h1 className="t-strong">{t('links.title')}</h1>} back="/home">
      {data === undefined ? (
        <Loading>
          <Skeleton width={320} height={24} />
        </Loading>
      ) : (
        <>
          {rights.isAdmin && (
            <div className={classes['all']}>
              <Switch
                label={t('links.allOff')}
                checked={data.off}
                onChange={(off) => void change(linksApi.setOff(off), t(off ? 'links.areOff' : 'links.areOn'))}
              />
              <p className="t-caption">{t('links.allOffText')}</p>
            </div>
          )}
          {data.links.length === 0 ? (
            <EmptyState title={t('links.none')}>{t('links.noneText')}</EmptyState>
          ) : (
            <div className={classes['scroll']}>
              <table className={classes['table']}>
                <thead>
                  <tr>
                    <th scope="col">{t('links.what')}</th>
                    <th scope="col">{t('links.type')}</th>
                    <th scope="col">{t('links.sharedBy')}</th>
                    <th scope="col">{t('links.opened')}</th>
                    <th scope="col">{t('links.week')}</th>
                    <th scope="col">{t('links.last')}</th>
                    <th scope="col">{t('links.answered')}</th>
                    <th scope="col">{t('links.ends')}</th>
                    <th scope="col">{t('links.on')}</th>
                    <th scope="col">
                      <span className="t-hidden">{t('links.copy')}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {data.links.map((link) => (
                    <tr key={link.id}>
                      <th scope="row">
                        <Link to={placeOf(link)}>{nameOf(link)}</Link>
                      </th>
                      <td>{t(`links.${kinds[link.type] ?? 'view'}`)}</td>
                      <td>{people?.find(({ id }) => id === link.shared_by)?.name ?? ''}</td>
                      <td>{formats.number(link.opened)}</td>
                      <td>{formats.number(link.opened_days.slice(-7).reduce((sum, day) => sum + day, 0))}</td>
                      <td>{link.opened_at === null ? t('links.never') : formats.dateTime(link.opened_at)}</td>
                      <td>{link.type === 'form' ? formats.number(link.answered) : ''}</td>
                      <td>{link.expires_at === null ? t('links.never') : formats.date(link.expires_at)}</td>
                      <td>
                        <Switch
                          ariaLabel={t('links.isOn', { link: nameOf(link) })}
                          checked={link.active}
                          onChange={(active) =>
                            void change(
                              linksApi.setActive(link.id, active),
                              t(active ? 'links.opens' : 'links.shut', { link: nameOf(link) }),
                            )
                          }
                        />
                      </td>
                      <td>
                        <IconButton
                          size="table"
                          label={t('links.copyOf', { link: nameOf(link) })}
                          icon={IconCopy}
                          onClick={() => copy(link)}
                        />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </>
      )}
    </Page>
  );
};
