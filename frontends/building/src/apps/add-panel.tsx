import { blockType } from '@tessera/proto/blocks';
import { EmptyState, fold, IconButton, TextInput, useTexts } from '@tessera/kit';
import { IconSearch, IconX } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { blockViewOf, offeredBlocks, useBlockTexts } from '../blocks/list.ts';
import { featuresQuery, type App } from './apps.resource.ts';
import classes from './apps.module.css';

const features = { premium: 'premiumAppBlocksAndFields', dev: 'devAppBlocksAndFields' } as const;
const groups = ['records', 'numbers', 'page'] as const;

/** The types of blocks that can be added; what an app has once, and has, is left out. */
export const AddPanel = ({
  app,
  onAdd,
  onClose,
}: {
  readonly app: App;
  readonly onAdd: (type: string) => void;
  readonly onClose: () => void;
}) => {
  const t = useTexts('building');
  const texts = useBlockTexts();
  const [search, setSearch] = useState('');
  const wanted = fold(search);
  const found = offeredBlocks.filter((type) => {
    if (blockType(type)?.once === true && app.components.some(({ config }) => config.type === type)) return false;
    const { name = '', about = '' } = texts(type) ?? {};
    return fold(`${name} ${about}`).includes(wanted);
  });
  return (
    <aside className={classes['panel']} aria-label={t('apps.add')}>
      <div className={classes['panelHead']}>
        <h2 className="t-strong">{t('apps.add')}</h2>
        <IconButton label={t('kit:close')} icon={IconX} onClick={onClose} />
      </div>
      <TextInput
        type="search"
        icon={IconSearch}
        label={t('apps.findBlock')}
        labelHidden
        placeholder={t('apps.findBlock')}
        value={search}
        onChange={setSearch}
        autoFocus
        onKeyDown={(event) => {
          if (event.key === 'Enter' && found[0] !== undefined) onAdd(found[0]);
          else if (event.key === 'Escape') onClose();
        }}
      />
      {found.length === 0 && <EmptyState title={t('apps.noBlocks')} />}
      {groups.map((group) => {
        const types = found.filter((type) => blockViewOf(type)?.group === group);
        return (
          types.length > 0 && (
            <section key={group} aria-label={t(`apps.groups.${group}`)}>
              <h3 className="t-caption">{t(`apps.groups.${group}`)}</h3>
              <ul className={classes['types']}>
                {types.map((type) => (
                  <Type key={type} type={type} onAdd={() => onAdd(type)} />
                ))}
              </ul>
            </section>
          )
        );
      })}
    </aside>
  );
};

const Type = ({ type, onAdd }: { readonly type: string; readonly onAdd: () => void }) => {
  const t = useTexts('building');
  const texts = useBlockTexts()(type);
  const { data: plan } = useQuery(featuresQuery);
  const tier = blockType(type)?.tier;
  const lacking = tier !== undefined && plan?.features[features[tier]] === 'blocked' ? tier : undefined;
  const Icon = blockViewOf(type)?.icon;
  return (
    <li>
      <button type="button" className={classes['type']} onClick={onAdd}>
        {Icon && <Icon aria-hidden="true" />}
        <span>
          <span className="t-medium">{texts?.name}</span>
          <span className="t-caption">{texts?.about}</span>
        </span>
        {lacking !== undefined && <span className={`t-caption ${classes['tier']}`}>{t(`apps.tiers.${lacking}`)}</span>}
      </button>
    </li>
  );
};
