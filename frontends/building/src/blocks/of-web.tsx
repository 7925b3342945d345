import { Skeleton, useTexts } from '@tessera/kit';
import { IconPlayerPlay } from '@tessera/kit/icons';
import { frameSandbox, type Shown, videoOf, webAddress } from '@tessera/proto/blocks';
import { type SyntheticEvent, useState } from 'react';
import { BlockHead, BlockNote, OutLink, Vacant } from './plate.tsx';
import type { BlockProps } from './view.ts';
import classes from './blocks.module.css';

/** What is of others, in a frame of ours whose policy allows it alone (`infra/decisions/0060`). */
const Frame = ({
  shows,
  address,
  title,
  fit,
  className,
  onLoad,
}: {
  readonly shows: Shown;
  readonly address: string;
  readonly title: string;
  readonly fit?: string | undefined;
  readonly className?: string | undefined;
  readonly onLoad?: (event: SyntheticEvent<HTMLIFrameElement>) => void;
}) => (
  <iframe
    className={className}
    src={`/frame?${new URLSearchParams({ [shows]: address, ...(fit !== undefined && { fit }) }).toString()}`}
    title={title}
    sandbox={shows === 'picture' ? 'allow-same-origin' : frameSandbox}
    allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
    loading="lazy"
    {...(shows === 'picture' && { tabIndex: -1 })}
    onLoad={onLoad}
  />
);

type PictureConfig = {
  readonly address?: string;
  readonly alt?: string;
  readonly fit?: string;
  readonly href?: string;
};

const Picture = ({ address, alt = '', fit, href }: PictureConfig & { readonly address: string }) => {
  const t = useTexts('building');
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading');
  const host = webAddress(address)?.host ?? '';
  if (state === 'failed')
    return (
      <BlockNote>
        {t('apps.notLoaded')} <OutLink href={address}>{host}</OutLink>
      </BlockNote>
    );
  return (
    <div className={classes['picture']} data-there={state === 'there' || undefined}>
      {state === 'loading' && <Skeleton width={180} height={16} />}
      <div {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })} className={classes['room']}>
        <Frame
          shows="picture"
          address={address}
          title={alt === '' ? host : alt}
          fit={fit === 'cover' ? 'cover' : 'contain'}
          className={classes['frame']}
          onLoad={({ currentTarget }) => {
            // The frame is a page of ours, so that one sees whether the picture came.
            const found = currentTarget.contentDocument?.images[0];
            setState(found !== undefined && found.naturalWidth > 0 ? 'there' : 'failed');
          }}
        />
      </div>
      {href !== undefined && <OutLink href={href} over={alt === '' ? t('apps.open') : alt} />}
    </div>
  );
};

/** A picture of the web, which may lead somewhere. */
export const ImageBlock = ({ app, block }: BlockProps) => {
  const t = useTexts('building');
  const { address, ...rest } = block.config as PictureConfig;
  if (address === undefined) return app.draft ? <Vacant>{t('apps.noPicture')}</Vacant> : null;
  return <Picture key={address} address={address} {...rest} />;
};

const names = { youtube: 'YouTube', vimeo: 'Vimeo' } as const;

const Player = ({ address, title }: { readonly address: string; readonly title: string }) => {
  const t = useTexts('building');
  const [plays, setPlays] = useState(false);
  const video = videoOf(address);
  if (video === undefined) return <Vacant>{t('apps.noVideo')}</Vacant>;
  const from = video.from === 'file' ? new URL(video.source).host : names[video.from];
  const name = title === '' ? t('apps.aVideo') : title;
  if (plays)
    return (
      <div className={classes['room']}>
        <Frame shows="video" address={address} title={name} className={classes['frame']} />
      </div>
    );
  return (
    <button type="button" className={classes['poster']} onClick={() => setPlays(true)}>
      <span className={classes['playMark']}>
        <IconPlayerPlay aria-hidden="true" />
      </span>
      <span className="t-medium">{t('apps.play', { video: name })}</span>
      <span className="t-caption">{t('apps.playsFrom', { from })}</span>
    </button>
  );
};

/** A video; nothing of it is asked for before it is played. */
export const VideoBlock = ({ app, block }: BlockProps) => {
  const t = useTexts('building');
  const { title = '', address } = block.config as { readonly title?: string; readonly address?: string };
  if (address === undefined) return app.draft ? <Vacant>{t('apps.noVideo')}</Vacant> : null;
  return (
    <>
      <BlockHead title={title} />
      <Player key={address} address={address} title={title} />
    </>
  );
};

const Page = ({ address, title }: { readonly address: string; readonly title: string }) => {
  const t = useTexts('building');
  const [there, setThere] = useState(false);
  const name = title === '' ? (webAddress(address)?.host ?? '') : title;
  return (
    <>
      <BlockHead title={name}>
        {/* Some pages let nobody show them. */}
        <OutLink href={address} label={t('apps.openPage', { page: name })}>
          {t('apps.open')}
        </OutLink>
      </BlockHead>
      <div className={classes['room']} data-ruled>
        {!there && <Skeleton width={180} height={16} />}
        <Frame shows="page" address={address} title={name} className={classes['frame']} onLoad={() => setThere(true)} />
      </div>
    </>
  );
};

/** A page of the web within the page. */
export const EmbedBlock = ({ app, block }: BlockProps) => {
  const t = useTexts('building');
  const { title = '', address } = block.config as { readonly title?: string; readonly address?: string };
  if (address === undefined) return app.draft ? <Vacant>{t('apps.noPage')}</Vacant> : null;
  return <Page key={address} address={address} title={title} />;
};
