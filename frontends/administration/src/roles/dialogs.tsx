import { Button, Dialog, Select, Textarea, TextInput, toast, useErrorText, useTexts } from '@tessera/kit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fromJson, toJson, type Data, type Role } from './model.ts';
import { ColorChoice } from './role-mark.tsx';
import { useRoleName } from './role-name.ts';
import { useRoleCalls } from './roles.resource.ts';
import type { Edit } from './use-edits.ts';

const Buttons = ({
  usable,
  working,
  label,
  busy,
  danger = false,
  onClose,
}: {
  readonly usable: boolean;
  readonly working: boolean;
  readonly label: string;
  readonly busy: string;
  readonly danger?: boolean;
  readonly onClose: () => void;
}) => {
  const t = useTexts('administration');
  return (
    <>
      <Button disabled={working} onClick={onClose}>
        {t('kit:cancel')}
      </Button>
      <Button type="submit" variant={danger ? 'danger' : 'primary'} disabled={!usable} working={working && busy}>
        {label}
      </Button>
    </>
  );
};

/** Makes a role without rights; its rules are set in the editor, where it leads. */
export const NewDialog = ({
  onClose,
  onMade,
}: {
  readonly onClose: () => void;
  readonly onMade: (id: string) => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useRoleCalls();
  const [name, setName] = useState('');
  const [color, setColor] = useState('blue');
  const make = useMutation({
    mutationFn: () => calls.create({ name: name.trim(), color }),
    onSuccess: onMade,
  });
  return (
    <Dialog
      opened
      closable={!make.isPending}
      onClose={onClose}
      title={t('role.new')}
      onSubmit={() => {
        if (name.trim() !== '') make.mutate();
      }}
      footer={
        <Buttons
          usable={name.trim() !== ''}
          working={make.isPending}
          label={t('role.create')}
          busy={t('role.creating')}
          onClose={onClose}
        />
      }
    >
      <TextInput
        label={t('role.name')}
        value={name}
        onChange={setName}
        maxLength={120}
        error={make.error ? errorText(make.error) : undefined}
        data-autofocus
      />
      <ColorChoice
        label={t('role.color')}
        names={(one) => t(`role.colors.${one as 'blue'}`)}
        value={color}
        onChange={setColor}
      />
    </Dialog>
  );
};

/** Name, colour and start page of a role. */
export const SettingsDialog = ({
  role,
  onClose,
  onEdit,
}: {
  readonly role: Role;
  readonly onClose: () => void;
  readonly onEdit: (change: Edit) => void;
}) => {
  const t = useTexts('administration');
  const [name, setName] = useState(role.name);
  const [color, setColor] = useState(role.color);
  const [start, setStart] = useState(role.initial_url ?? '');
  const path = start.trim().replace(/^https?:\/\/[^/?#]*/i, '');
  const wrong = path !== '' && !path.startsWith('/');
  const change: Edit = {
    ...(name.trim() !== role.name && { name: name.trim() }),
    ...(color !== role.color && { color }),
    ...(path !== (role.initial_url ?? '') && { initial_url: path === '' || path === '/' ? null : path }),
  };
  const usable = name.trim() !== '' && !wrong && Object.keys(change).length > 0;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('role.settings')}
      onSubmit={() => {
        if (!usable) return;
        onEdit(change);
        onClose();
      }}
      footer={<Buttons usable={usable} working={false} label={t('kit:save')} busy="" onClose={onClose} />}
    >
      <TextInput
        label={t('role.name')}
        value={name}
        onChange={setName}
        maxLength={120}
        error={name.trim() === '' ? t('role.nameMissing') : undefined}
        data-autofocus
      />
      <ColorChoice
        label={t('role.color')}
        names={(one) => t(`role.colors.${one as 'blue'}`)}
        value={color}
        onChange={setColor}
      />
      <TextInput
        label={t('role.start')}
        help={t('role.startHelp')}
        placeholder="/home"
        value={start}
        onChange={setStart}
        maxLength={2000}
        error={wrong ? t('role.startWrong') : undefined}
      />
    </Dialog>
  );
};

/** Asks for the role that the people of a deleted one get. */
export const DeleteDialog = ({
  role,
  others,
  onClose,
  onDeleted,
}: {
  readonly role: Role;
  readonly others: readonly Role[];
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const roleName = useRoleName();
  const calls = useRoleCalls();
  const [to, setTo] = useState<string | null>(null);
  const remove = useMutation({
    mutationFn: (target: string) => calls.remove(role.id_profile, target),
    onSuccess: (commit) => {
      const back = commit === null ? {} : { undo: () => calls.undo(commit) };
      toast({ message: t('role.deleted', { role: roleName(role.name) }), ...back });
      onDeleted();
    },
  });
  const count = role.members.length;
  return (
    <Dialog
      opened
      closable={!remove.isPending}
      onClose={onClose}
      title={t('role.deleteTitle', { role: roleName(role.name) })}
      onSubmit={() => {
        if (to !== null) remove.mutate(to);
      }}
      footer={
        <Buttons
          danger
          usable={to !== null}
          working={remove.isPending}
          label={t('role.delete')}
          busy={t('role.deleting')}
          onClose={onClose}
        />
      }
    >
      <p className="t-secondary">{count === 0 ? t('role.deleteEmpty') : t('role.deleteText', { count })}</p>
      <Select
        label={t('role.moveTo')}
        value={to}
        onChange={setTo}
        options={others.map((one) => ({ value: one.id_profile, label: roleName(one.name) }))}
        error={remove.error ? errorText(remove.error) : undefined}
      />
    </Dialog>
  );
};

/** The rights as they are sent, for who writes them by hand. */
export const JsonDialog = ({
  role,
  onClose,
  onEdit,
}: {
  readonly role: Role;
  readonly onClose: () => void;
  readonly onEdit: (data: Data) => void;
}) => {
  const t = useTexts('administration');
  const before = toJson(role.profile_data);
  const [text, setText] = useState(before);
  const [writing, setWriting] = useState(false);
  const data = fromJson(text);
  return (
    <Dialog
      opened
      size="large"
      onClose={onClose}
      title={t('role.json')}
      onSubmit={() => {
        if (data === undefined || text === before) return;
        onEdit(data);
        onClose();
      }}
      footer={
        <Buttons
          usable={data !== undefined && text !== before}
          working={false}
          label={t('kit:save')}
          busy=""
          onClose={onClose}
        />
      }
    >
      <Textarea
        label={t('role.json')}
        labelHidden
        help={t('role.jsonHelp')}
        rows={20}
        spellCheck={false}
        value={text}
        onChange={setText}
        onFocus={() => setWriting(true)}
        onBlur={() => setWriting(false)}
        error={data === undefined && !writing ? t('role.jsonWrong') : undefined}
        data-autofocus
      />
    </Dialog>
  );
};
