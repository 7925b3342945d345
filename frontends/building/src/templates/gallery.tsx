import {
  EmptyState,
  ErrorState,
  hasRight,
  LinkButton,
  Loading,
  Page,
  Select,
  Skeleton,
  Tabs,
  TextInput,
  useFormats,
  useRights,
  useTexts,
} from '@tessera/kit';
import { IconAppWindow, IconBolt, IconSearch, IconTable, IconWorld } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { usePhone } from '../phone/use-phone.ts';
import { Cover } from './cover.tsx';
import { categoriesQuery, type Language, templatesQuery, type TemplateEntry } from './templates.resource.ts';
import classes from './templates.module.css';

/** The category that the gallery begins with. */
const first = 'featured';
const languages: readonly Language[] = ['all', 'en', 'pt', 'es'];
/** Of the list of those that are installed most. */
const mostPopular = 10;

const useNumbers = () => {
  const t = useTexts('building');
  return ({ tables, apps, automations }: TemplateEntry['counts']): string =>
    [
      t('templates.tables', { count: tables }),
      t('templates.apps', { count: apps }),
      ...(automations > 0 ? [t('templates.automations', { count: automations })] : []),
    ].join(', ');
};

const Card = ({ template }: { template: TemplateEntry }) => {
  const t = useTexts('building');
  const { counts, installs } = template;
  const words = useNumbers()(counts);
  return (
    <li>
      <Link to={`/templates/${template.id}`} className={classes['card']}>
        <Cover cover={template.cover} color={template.color} />
        <span className={classes['body']}>
          <span className="t-strong">{template.name}</span>
          <span className={classes['short']}>{template.short_description}</span>
          <span className={classes['counts']}>
            <span className="t-hidden">{words}</span>
            <span aria-hidden="true">
              <IconTable /> {counts.tables}
            </span>
            <span aria-hidden="true">
              <IconAppWindow /> {counts.apps}
            </span>
            {counts.automations > 0 && (
              <span aria-hidden="true">
                <IconBolt /> {counts.automations}
              </span>
            )}
            {installs > 0 && <span className={classes['end']}>{t('templates.installs', { count: installs })}</span>}
          </span>
        </span>
      </Link>
    </li>
  );
};

const Popular = ({ templates }: { templates: readonly TemplateEntry[] }) => {
  const { number } = useFormats();
  return (
    <ol className={classes['popular']}>
      {templates.map((template, at) => (
        <li key={template.id}>
          <Link to={`/templates/${template.id}`} className={classes['row']}>
            <span className={classes['place']}>{at + 1}</span>
            <span className={classes['mini']}>
              <Cover cover={template.cover} color={template.color} />
            </span>
            <span className={classes['named']}>
              <span className="t-medium t-cut">{template.name}</span>
              <span className="t-caption t-cut">{template.short_description}</span>
            </span>
            <span className="t-caption">{template.categories[0]?.name}</span>
            <span className={classes['number']}>{number(template.installs)}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
};

/** `/templates`: small products to begin with, by what they are for. */
export const Gallery = () => {
  const t = useTexts('building');
  const rights = useRights();
  const phone = usePhone();
  const mayMake = hasRight(rights, 'canCreateApps') && hasRight(rights, 'canCreateTables');
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim());
  const language = languages.find((one) => one === params.get('language')) ?? 'all';
  const categories = useQuery(categoriesQuery);
  const templates = useQuery({ ...templatesQuery(language, wanted), placeholderData: (before) => before });
  const category = categories.data?.find(({ id }) => id === params.get('category'))?.id ?? first;
  const choose = (name: string, value: string, usual: string): void =>
    setParams(
      (before) => {
        if (value === usual) before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true },
    );

  const content = (): React.ReactNode => {
    if (templates.error && templates.data === undefined)
      return <ErrorState error={templates.error} onRetry={() => void templates.refetch()} />;
    if (templates.data === undefined)
      return (
        <Loading>
          <Skeleton width={360} height={280} />
        </Loading>
      );
    const all = templates.data;
    const found = wanted === '' ? all.filter((one) => isOf(one, category)) : all;
    if (found.length === 0) return <EmptyState title={t('templates.none')}>{t('templates.noneText')}</EmptyState>;
    return (
      <>
        <ul className={classes['cards']}>
          {found.map((template) => (
            <Card key={template.id} template={template} />
          ))}
        </ul>
        {wanted === '' && category === first && (
          <section aria-labelledby="popular">
            <h2 id="popular" className="t-strong">
              {t('templates.popular')}
            </h2>
            <Popular templates={all.toSorted((a, b) => b.installs - a.installs).slice(0, mostPopular)} />
          </section>
        )}
      </>
    );
  };

  const searchBox = (
    <TextInput
      label={t('templates.search')}
      labelHidden
      placeholder={t('templates.search')}
      size={phone ? 'standard' : 'toolbar'}
      icon={IconSearch}
      value={search}
      onChange={setSearch}
    />
  );
  return (
    <Page
      header={<h1 className="t-strong">{t('templates.title')}</h1>}
      back="/home"
      actions={
        <>
          {!phone && searchBox}
          {mayMake && (
            <LinkButton size="toolbar" to="/templates/create">
              {t('templates.mine')}
            </LinkButton>
          )}
        </>
      }
    >
      {phone && searchBox}
      <div className={classes['gallery']}>
        <div className={classes['language']}>
          <Select
            label={t('templates.language')}
            labelHidden
            size="toolbar"
            icon={IconWorld}
            value={language}
            options={languages.map((value) => ({ value, label: t(`templates.languages.${value}`) }))}
            onChange={(value) => choose('language', value, 'all')}
          />
        </div>
        {categories.data === undefined ? (
          content()
        ) : (
          <Tabs
            label={t('templates.categories')}
            value={category}
            onChange={(value) => choose('category', value, first)}
            items={categories.data.map(({ id, name }) => ({
              value: id,
              label: t(`templates.category.${id}`, { defaultValue: name }),
              content: id === category ? content() : null,
            }))}
          />
        )}
      </div>
    </Page>
  );
};

const isOf = (template: TemplateEntry, category: string): boolean =>
  category === first ? template.featured : template.categories.some(({ id }) => id === category);
