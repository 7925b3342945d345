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
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tessera/kit/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Cover } from './cover.tsx';
import { categoriesQuery, foldersToShareQuery, mineQuery, type OwnTemplate, ownApi } from './templates.resource.ts';
import classes from './templates.module.css';

const languages = ['en', 'pt', 'es'] as const;
const empty = {
  title: '',
  short: '',
  description: '',
  category: '',
  folder: '',
  data: false,
  automations: false,
  publish: true,
};
type Category = Parameters<typeof ownApi.save>[0]['categories'][number];
type Draft = typeof empty & { readonly language: (typeof languages)[number] };

const useAnew = () => {
  const client = useQueryClient();
  return (): void => {
    for (const key of ['templates', 'template']) void client.invalidateQueries({ queryKey: [key] });
  };
};

/** What a template says of itself, as its dialog begins with it. */
const draftOf = (template: OwnTemplate | undefined): Draft =>
  template === undefined
    ? { ...empty, language: 'en' }
    : {
        title: template.name,
        short: template.short_description,
        description: template.description,
        category: template.categories[0]?.id ?? '',
        folder: template.folder_id ?? '',
        data: template.has_data,
        automations: template.counts.automations > 0,
        publish: template.status !== 'Saved',
        language: template.language,
      };

/** A new template, or the one that is there saved again. */
const TemplateDialog = ({ template, onClose }: { template?: OwnTemplate; onClose: () => void }) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const anew = useAnew();
  const folders = useQuery(foldersToShareQuery);
  const categories = useQuery(categoriesQuery);
  const [draft, setDraft] = useState<Draft>(() => draftOf(template));
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
        workspace: { id: draft.folder, data: draft.data, automations: draft.automations },
        publish: draft.publish,
        ...(template !== undefined && { id_template_old: template.id }),
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
      title={t(template === undefined ? 'templates.new' : 'templates.edit')}
      footer={
        <>
          <Button disabled={save.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button type="submit" variant="primary" working={save.isPending && t('templates.saving')}>
            {t(draft.publish ? 'templates.send' : 'templates.save')}
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
        <div>
          <Check checked={draft.automations} onChange={set('automations')} label={t('templates.takeAutomations')} />
          <p className="t-caption">{t('templates.takeAutomationsHelp')}</p>
        </div>
        <div>
          <Check checked={draft.publish} onChange={set('publish')} label={t('templates.publish')} />
          <p className="t-caption">{t('templates.publishHelp')}</p>
        </div>
      </div>
    </Dialog>
  );
};

const Line = ({ template, onEdit }: { template: OwnTemplate; onEdit: () => void }) => {
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
          <span className="t-caption t-cut">{template.reason ?? template.short_description}</span>
          {template.published && template.status !== 'Published' && (
            <span className="t-caption">{t('templates.earlier')}</span>
          )}
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
          { id: 'edit', label: t('templates.edit'), icon: IconPencil, onSelect: onEdit },
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

/** In the order of their headings. */
const states = ['refused', 'waiting', 'published', 'saved'] as const;
const named = {
  Refused: 'refused',
  'Waiting for approval': 'waiting',
  Published: 'published',
  Saved: 'saved',
} as const;
/** What was approved stays published while a newer version waits. */
const stateOf = ({ published, status }: OwnTemplate): (typeof states)[number] =>
  published ? 'published' : named[status];

/** `/templates/create`: the templates that one made, by what became of them. */
export const Mine = () => {
  const t = useTexts('building');
  const rights = useRights();
  const may = hasRight(rights, 'canCreateApps') && hasRight(rights, 'canCreateTables');
  const { data, error, refetch } = useQuery({ ...mineQuery, enabled: may });
  const [opened, setOpened] = useState<OwnTemplate | 'new'>();
  if (!may) return <NoPermission title={t('templates.denied')}>{t('templates.requestText')}</NoPermission>;
  return (
    <Page
      header={<h1 className="t-strong">{t('templates.mine')}</h1>}
      back="/templates"
      actions={
        <Button size="toolbar" variant="primary" icon={IconPlus} onClick={() => setOpened('new')}>
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
      {states.map((name) => {
        const those = (data ?? []).filter((template) => stateOf(template) === name);
        return (
          those.length > 0 && (
            <section key={name} aria-labelledby={`templates-${name}`}>
              <h2 id={`templates-${name}`} className="t-strong">
                {t(`templates.states.${name}`)}
              </h2>
              <ul className={classes['owns']} aria-labelledby={`templates-${name}`}>
                {those.map((template) => (
                  <Line key={template.id} template={template} onEdit={() => setOpened(template)} />
                ))}
              </ul>
            </section>
          )
        );
      })}
      {opened !== undefined && (
        <TemplateDialog {...(opened !== 'new' && { template: opened })} onClose={() => setOpened(undefined)} />
      )}
    </Page>
  );
};
