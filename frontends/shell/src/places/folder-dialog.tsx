import { Button, Dialog, MultiSelect, Select, TextInput, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { appsQuery, homeQuery } from '../home/home.resource.ts';
import classes from './places.module.css';
import { type Folder, foldersQuery } from './places.resource.ts';
import { usePlaces } from './use-places.ts';

const top = '';

/** The folder itself and all within it: it cannot be put into one of them. */
const withinOf = (folders: readonly Folder[], id: string): ReadonlySet<string> => {
  const found = new Set([id]);
  for (let grew = true; grew;) {
    grew = false;
    for (const one of folders)
      if (one.parentId !== null && found.has(one.parentId) && !found.has(one.id)) {
        found.add(one.id);
        grew = true;
      }
  }
  return found;
};

/** Makes a folder, or changes one: its name, the folder it is in, what it holds. */
export const FolderDialog = ({
  folder,
  onClose,
  onMade,
}: {
  readonly folder: Folder | null;
  readonly onClose: () => void;
  readonly onMade?: (id: string) => void;
}) => {
  const t = useTexts('places');
  const places = usePlaces();
  const { data: folders = [] } = useQuery(foldersQuery);
  const { data: home } = useQuery(homeQuery);
  const { data: apps = [] } = useQuery(appsQuery);
  const [label, setLabel] = useState(folder?.label ?? t('newFolder'));
  const [parent, setParent] = useState(folder?.parentId ?? top);
  const [tabs, setTabs] = useState<readonly string[]>(folder?.tabs.map(({ type, id }) => `${type} ${id}`) ?? []);
  const [working, setWorking] = useState(false);
  const within = folder === null ? new Set<string>() : withinOf(folders, folder.id);
  const options = [
    ...(home?.tables ?? []).map((one) => ({ value: `table ${one.id}`, label: one.label })),
    ...apps.map((one) => ({ value: `app ${one.id}`, label: one.label })),
  ];
  const save = async (): Promise<void> => {
    if (label.trim() === '' || working) return;
    setWorking(true);
    const body = {
      label: label.trim(),
      parentId: parent === top ? null : parent,
      tabs: tabs.map((one) => {
        const [type, id = ''] = one.split(' ');
        return { type: type as 'table' | 'app', id };
      }),
    };
    if (folder === null) {
      const id = await places.create(body);
      if (id !== null) {
        onClose();
        onMade?.(id);
      }
    } else if (await places.change(folder.id, body, t('changed', { folder: body.label }))) onClose();
    setWorking(false);
  };
  return (
    <Dialog
      opened
      closable={!working}
      onClose={onClose}
      title={t(folder === null ? 'newFolder' : 'edit')}
      onSubmit={() => void save()}
      footer={
        <>
          <Button disabled={working} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button type="submit" variant="primary" disabled={label.trim() === ''} working={working && t('save')}>
            {t(folder === null ? 'create' : 'save')}
          </Button>
        </>
      }
    >
      <div className={classes['form']}>
        <TextInput
          label={t('name')}
          value={label}
          onChange={setLabel}
          maxLength={120}
          error={label.trim() === '' ? t('nameMissing') : undefined}
          data-autofocus
        />
        <Select
          label={t('inside')}
          value={parent}
          onChange={setParent}
          options={[
            { value: top, label: t('top') },
            ...folders.filter(({ id }) => !within.has(id)).map((one) => ({ value: one.id, label: one.label })),
          ]}
        />
        <MultiSelect label={t('holds')} values={[...tabs]} onChange={setTabs} options={options} />
      </div>
    </Dialog>
  );
};
