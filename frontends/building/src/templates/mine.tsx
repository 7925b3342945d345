import {
  Button,
  Check,
  Dialog,
  EmptyState,
  ErrorState,
  hasRight,
  IconButton,
  Loading,
  Menu,
  NoPermission,
  Page,
  Select,
  Skeleton,
  Textarea,
  TextInput,
  toast,
  useErrorText,
  useFormats,
  useRights,
  useTexts,
} from '@tessera/kit';
import { IconDots, IconPlus, IconTrash } from '@tessera/kit/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Cover } from './cover.tsx';
import { categoriesQuery, foldersToShareQuery, mineQuery, type OwnTemplate, ownApi } from './templates.resource.ts';
import classes from './templates.module.css';

const languages = ['en', 'pt', 'es'] as const;
const empty = { title: '', short: '', description: '', category: '', folder: '', data: false };
type Category = Parameters<typeof ownApi.save>[0]['categories'][number];
type Draft = typeof empty & { readonly language: (typeof languages)[number] };

const useAnew = () => {
  const client = useQueryClient();
  return (): void => void client.invalidateQueries({ queryKey: mineQuery.queryKey });
};

const NewTemplate = ({ onClose }: { onClose: () => void }) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const anew = useAnew();
  const folders = useQuery(foldersToShareQuery);
  const categories = useQuery(categoriesQuery);
  const [draft, setDraft] = useState<Draft>({ ...empty, language: 'en' });
  const [tried, setTried] = useState(false);
  const set =
    <P extends keyof Draft>(part: P) =>
    (value: Draft[P]): void =>
      setDraft({ ...draft, [part]: value });
  const missing = (part: 'title' | 'short' | 'description' | 'category' | 'folder'): string | undefined =>
    tried && draft[part].trim() === '' ? t('templates.needed') : undefined;
  const whole = ['title', 'short', 'description', 'category', 'folder'].every(
    (part) => String(draft[part as keyof Draft]).trim() !== '',
  );
  const save = useMutation({
    mutationFn: () =>
      ownApi.save({
        title: draft.title.trim(),
        short_description: draft.short.trim(),
        description: draft.description.trim(),
        categories: [draft.category as Category],
        language: draft.language,
        workspace: { id: draft.folder, data: draft.data },
      }),
    onSuccess: () => {
      anew();
      onClose();
      toast({ message: t('templates.saved', { name: draft.title.trim() }) });
    },
    onError: (error) => toast({ kind: 'error', message: t('templates.notSaved'), detail: errorText(error) }),
  });
  return (
    <Dialog
      opened
      size="large"
      closable={!save.isPending}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (whole) save.mutate();
      }}
      title={t('templates.new')}
      footer={
        <>
          <Button disabled={save.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button type="submit" variant="primary" working={save.isPending && t('templates.saving')}>
            {t('templates.save')}
          </Button>
        </>
      }
    >
      <div className={classes['form']}>
        <Select
          label={t('templates.ofFolder')}
          help={t('templates.ofFolderHelp')}
          error={missing('folder')}
          value={draft.folder}
          options={(folders.data ?? []).map(({ id, label }) => ({ value: id, label }))}
          onChange={set('folder')}
        />
        <TextInput
          label={t('templates.name')}
          maxLength={120}
          value={draft.title}
          error={missing('title')}
          onChange={set('title')}
        />
        <TextInput
          label={t('templates.short')}
          maxLength={200}
          value={draft.short}
          error={missing('short')}
          onChange={set('short')}
        />
        <Textarea
          label={t('templates.about')}
          rows={4}
          maxLength={4000}
          value={draft.description}
          error={missing('description')}
          onChange={set('description')}
        />
        <div className={classes['two']}>
          <Select
            label={t('templates.categories')}
            error={missing('category')}
            value={draft.category}
            options={(categories.data ?? [])
              .filter(({ id }) => id !== 'featured')
              .map(({ id, name }) => ({ value: id, label: t(`templates.category.${id}`, { defaultValue: name }) }))}
            onChange={set('category')}
          />
          <Select
            label={t('templates.language')}
            value={draft.language}
            options={languages.map((value) => ({ value, label: t(`templates.languages.${value}`) }))}
            onChange={set('language')}
          />
        </div>
        <Check checked={draft.data} onChange={set('data')} label={t('templates.takeRecords')} />
      </div>
    </Dialog>
  );
};

const Line = ({ template }: { template: OwnTemplate }) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const { date } = useFormats();
  const anew = useAnew();
  const remove = useMutation({
    mutationFn: () => ownApi.remove(template.id),
    onSuccess: (commit) => {
      anew();
      toast({
        message: t('templates.deleted', { name: template.name }),
        ...(commit !== null && { undo: () => ownApi.undo(commit).then(anew) }),
      });
    },
    onError: (error) => toast({ kind: 'error', message: t('templates.notDeleted'), detail: errorText(error) }),
  });
  return (
    <li className={classes['own']}>
      <Link to={`/templates/${template.id}`} className={classes['row']}>
        <span className={classes['mini']}>
          <Cover cover={template.cover} color={template.color} />
        </span>
        <span className={classes['named']}>
          <span className="t-medium t-cut">{template.name}</span>
          <span className="t-caption t-cut">{template.short_description}</span>
        </span>
        <span className="t-caption">
          {[
            t('templates.tables', { count: template.counts.tables }),
            t('templates.apps', { count: template.counts.apps }),
          ].join(', ')}
        </span>
        <span className="t-caption">{date(template.changed)}</span>
      </Link>
      <Menu
        side="bottom-end"
        items={[
          {
            id: 'delete',
            label: t('templates.delete'),
            icon: IconTrash,
            danger: true,
            onSelect: () => remove.mutate(),
          },
        ]}
        anchor={<IconButton label={t('templates.menuOf', { name: template.name })} icon={IconDots} />}
      />
    </li>
  );
};

/** `/templates/create`: the templates of the organization's own. */
export const Mine = () => {
  const t = useTexts('building');
  const rights = useRights();
  const may = hasRight(rights, 'canCreateApps') && hasRight(rights, 'canCreateTables');
  const { data, error, refetch } = useQuery({ ...mineQuery, enabled: may });
  const [opened, setOpened] = useState(false);
  if (!may) return <NoPermission title={t('templates.denied')}>{t('templates.requestText')}</NoPermission>;
  return (
    <Page
      header={<h1 className="t-strong">{t('templates.mine')}</h1>}
      back="/templates"
      actions={
        <Button size="toolbar" variant="primary" icon={IconPlus} onClick={() => setOpened(true)}>
          {t('templates.new')}
        </Button>
      }
    >
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && (
        <Loading>
          <Skeleton width={480} height={60} />
        </Loading>
      )}
      {data?.length === 0 && <EmptyState title={t('templates.noneOwn')}>{t('templates.noneOwnText')}</EmptyState>}
      {data !== undefined && data.length > 0 && (
        <ul className={classes['owns']} aria-label={t('templates.mine')}>
          {data.map((template) => (
            <Line key={template.id} template={template} />
          ))}
        </ul>
      )}
      {opened && <NewTemplate onClose={() => setOpened(false)} />}
    </Page>
  );
};
