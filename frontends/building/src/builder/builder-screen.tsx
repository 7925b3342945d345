import {
  Button,
  Check,
  Chip,
  EmptyState,
  ErrorState,
  hasRight,
  LinkButton,
  Loading,
  Page,
  Progress,
  Skeleton,
  Textarea,
  Tile,
  toast,
  useErrorText,
  useRights,
  useShortcut,
  useTexts,
} from '@tessera/kit';
import { IconAppWindow, IconTable } from '@tessera/kit/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { installQuery, removeInstall } from '../templates/templates.resource.ts';
import { type Build, builderApi, buildQuery, type Part, readyQuery } from './builder.resource.ts';
import { leftOut, takenIn } from './choose.ts';
import classes from './builder.module.css';

/** As the server counts them. */
const leastWords = 3;
const isLongEnough = (text: string): boolean =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length >= leastWords;

const Sent = ({ build }: { build: Build }) => {
  const t = useTexts('building');
  return (
    <details className={classes['sent']}>
      <summary>{t('builder.sent', { model: build.model })}</summary>
      <pre>{JSON.stringify(JSON.parse(build.sent), null, 2)}</pre>
    </details>
  );
};

const Ask = ({ first, onAsked }: { first: string; onAsked: (build: Build) => void }) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const [text, setText] = useState(first);
  const [short, setShort] = useState(false);
  const ask = useMutation({
    mutationFn: () => builderApi.ask(text.trim(), []),
    onSuccess: onAsked,
    onError: (error) => toast({ kind: 'error', message: t('builder.failed'), detail: errorText(error) }),
  });
  const send = (): void => {
    setShort(!isLongEnough(text));
    if (isLongEnough(text)) ask.mutate();
  };
  return (
    <form
      className={classes['ask']}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        label={t('builder.describe')}
        help={t('builder.describeHelp')}
        error={short && !isLongEnough(text) ? t('builder.tooShort') : undefined}
        rows={5}
        maxLength={4000}
        autoFocus
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          send();
        }}
      />
      <div className={classes['buttons']}>
        <span className="t-caption">{t('builder.nothingYet')}</span>
        <Button type="submit" variant="primary" working={ask.isPending && t('builder.asking')}>
          {t('builder.propose')}
        </Button>
      </div>
    </form>
  );
};

const Line = ({ part, on, onChange }: { part: Part; on: boolean; onChange: (on: boolean) => void }) => {
  const t = useTexts('building');
  const words =
    part.kind === 'app'
      ? t('builder.blocks', { count: part.blocks })
      : [t('builder.fields', { count: part.fields.length }), t('builder.records', { count: part.records })].join(', ');
  return (
    <li className={classes['line']}>
      <Check checked={on} onChange={onChange} ariaLabel={t('builder.take', { name: part.label })} />
      <Tile icon={part.kind === 'app' ? IconAppWindow : IconTable} color={part.color} />
      <span className={classes['named']}>
        <span className="t-medium">{part.label}</span>
        <span className="t-caption">{words}</span>
        {part.fields.length > 0 && (
          <span className={classes['chips']}>
            {part.fields.map(({ name }) => (
              <Chip key={name} small look="outlined">
                {name}
              </Chip>
            ))}
          </span>
        )}
      </span>
      <Chip small look="success">
        {t('builder.new')}
      </Chip>
    </li>
  );
};

const Review = ({ build, onDone, onDrop }: { build: Build; onDone: () => void; onDrop: () => void }) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const client = useQueryClient();
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const { name, description, parts } = build.proposal!;
  const chosen = parts.length - without.size;
  const accept = useMutation({
    mutationFn: () => builderApi.accept(build.operationId, [...without]),
    onSuccess: (next) => {
      client.setQueryData(buildQuery(build.operationId).queryKey, next);
      onDone();
    },
    onError: (error) => toast({ kind: 'error', message: t('builder.notMade'), detail: errorText(error) }),
  });
  useShortcut({ keys: 'mod+enter', label: t('builder.acceptKey'), group: t('builder.title') }, () => accept.mutate(), {
    enabled: chosen > 0 && !accept.isPending,
  });
  return (
    <div className={classes['review']}>
      <h2>{t('builder.ready', { name })}</h2>
      <p className="t-secondary">{description}</p>
      <div className={classes['head']}>
        <span>{t('builder.changes')}</span>
        <span>{t('builder.chosen', { chosen, count: parts.length })}</span>
      </div>
      <ul>
        {parts.map((part) => (
          <Line
            key={part.id}
            part={part}
            on={!without.has(part.id)}
            onChange={(on) => setWithout(on ? takenIn(parts, without, part.id) : leftOut(parts, without, part.id))}
          />
        ))}
      </ul>
      <div className={classes['buttons']}>
        <span className="t-caption">{t('builder.undoable')}</span>
        <Button onClick={onDrop}>{t('builder.drop')}</Button>
        <Button
          variant="primary"
          disabled={chosen === 0}
          onClick={() => accept.mutate()}
          working={accept.isPending && t('builder.making')}
        >
          {t('builder.accept', { count: chosen })}
        </Button>
      </div>
    </div>
  );
};

const Made = ({ id, onAgain }: { id: string; onAgain: () => void }) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const client = useQueryClient();
  const { data: install } = useQuery(installQuery(id));
  const state = install?.state;
  useEffect(() => {
    if (state === 'done')
      for (const key of ['home', 'apps', 'folders']) void client.invalidateQueries({ queryKey: [key] });
  }, [state, client]);
  const remove = useMutation({
    mutationFn: () => removeInstall(id, true),
    onSuccess: () => {
      for (const key of ['home', 'apps', 'folders']) void client.invalidateQueries({ queryKey: [key] });
      toast({ message: t('builder.removed') });
      onAgain();
    },
    onError: (error) => toast({ kind: 'error', message: t('builder.notRemoved'), detail: errorText(error) }),
  });
  if (install === undefined || state === 'running') return <Progress value={null} label={t('builder.making')} />;
  return (
    <div className={classes['review']}>
      <h2>{t(state === 'done' ? 'builder.made' : 'builder.broke', { name: install.name })}</h2>
      {install.message !== null && <p role="alert">{install.message}</p>}
      <div className={classes['buttons']}>
        <Button onClick={() => remove.mutate()} working={remove.isPending && t('builder.removing')}>
          {t('builder.takeBack')}
        </Button>
        {state === 'done' && (
          <LinkButton variant="primary" to={install.start_url ?? '/home'}>
            {t('builder.open')}
          </LinkButton>
        )}
      </div>
    </div>
  );
};

const Asked = ({ id, onAgain }: { id: string; onAgain: (description: string) => void }) => {
  const t = useTexts('building');
  const { data: build, error, refetch } = useQuery(buildQuery(id));
  if (error !== null && build === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (build === undefined)
    return (
      <Loading>
        <Skeleton width={480} height={120} />
      </Loading>
    );
  const drop = (): void => {
    void builderApi.drop(id).catch(() => undefined);
    onAgain(build.description);
  };
  const content = (): React.ReactNode => {
    if (build.state === 'running')
      return (
        <div className={classes['review']}>
          <h2>{t('builder.thinking')}</h2>
          <p className="t-secondary">{build.description}</p>
          <Progress value={build.progress / 100} label={t('builder.thinking')} />
          <div className={classes['buttons']}>
            <span className="t-caption">{t('builder.leave')}</span>
            <Button onClick={drop}>{t('builder.stop')}</Button>
          </div>
        </div>
      );
    if (build.state === 'proposed') return <Review build={build} onDone={() => void refetch()} onDrop={drop} />;
    if (build.state === 'accepted' && build.install !== null)
      return <Made id={build.install} onAgain={() => onAgain(build.description)} />;
    return (
      <div className={classes['review']} role="alert">
        <h2>{t('builder.none')}</h2>
        {build.error !== null && <p>{build.error.message}</p>}
        <div className={classes['buttons']}>
          <Button variant="primary" onClick={() => onAgain(build.description)}>
            {t('builder.again')}
          </Button>
        </div>
      </div>
    );
  };
  return (
    <>
      {content()}
      <Sent build={build} />
    </>
  );
};

/** `/create-app`: what is asked stands in the address, so that it goes on wherever one comes back. */
export const BuilderScreen = () => {
  const t = useTexts('building');
  const rights = useRights();
  const ready = useQuery(readyQuery);
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState('');
  const id = params.get('build');
  const go = (build: string | null): void => setParams(build === null ? {} : { build }, { replace: true });
  const content = (): React.ReactNode => {
    if (ready.error !== null && ready.data === undefined)
      return <ErrorState error={ready.error} onRetry={() => void ready.refetch()} />;
    if (ready.data === undefined)
      return (
        <Loading>
          <Skeleton width={480} height={120} />
        </Loading>
      );
    if (id !== null)
      return (
        <Asked
          key={id}
          id={id}
          onAgain={(description) => {
            setText(description);
            go(null);
          }}
        />
      );
    if (ready.data.model === null)
      return <EmptyState title={t('builder.noModel')}>{t('builder.noModelText')}</EmptyState>;
    if (!ready.data.on)
      return (
        <EmptyState
          title={t('builder.off')}
          actions={
            hasRight(rights, 'canViewOrgSettings') && (
              <LinkButton to="/settings/organisation-settings">{t('builder.settings')}</LinkButton>
            )
          }
        >
          {t('builder.offText', { model: ready.data.model })}
        </EmptyState>
      );
    return <Ask first={text} onAsked={(build) => go(build.operationId)} />;
  };
  return (
    <Page header={<h1 className="t-strong">{t('builder.title')}</h1>} back="/home">
      <div className={classes['body']}>{content()}</div>
    </Page>
  );
};
