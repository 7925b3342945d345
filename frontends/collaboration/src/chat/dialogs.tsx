import {
  Button,
  Check,
  Dialog,
  hueStyle,
  MultiSelect,
  optionColors,
  TextInput,
  toast,
  useErrorText,
  useTexts,
  type User,
} from '@tessera/kit';
import { useState } from 'react';
import { chatApi, type Conversation } from './chat.resource.ts';
import classes from './chat.module.css';

/** Opens a channel, or changes the name and the members of one. */
export const ChannelDialog = ({
  channel,
  people,
  onClose,
  onDone,
}: {
  readonly channel: Conversation | null;
  readonly people: readonly User[];
  readonly onClose: () => void;
  readonly onDone: (id: string) => void;
}) => {
  const t = useTexts('collaboration');
  const errorText = useErrorText('collaboration');
  const [name, setName] = useState(channel?.name ?? '');
  const [isPrivate, setPrivate] = useState(channel?.chatType === 'private_channel');
  const [members, setMembers] = useState<readonly string[]>(channel?.members ?? []);
  const [color, setColor] = useState(channel?.iconColor ?? 'blue');
  const [working, setWorking] = useState(false);
  const [tried, setTried] = useState(false);
  const save = async (): Promise<void> => {
    setTried(true);
    if (name.trim() === '' || working) return;
    setWorking(true);
    try {
      const chosen = isPrivate ? { members: [...members] } : {};
      if (channel === null) {
        const chatType = isPrivate ? ('private_channel' as const) : ('channel' as const);
        onDone((await chatApi.open({ chatType, name: name.trim(), iconColor: color, ...chosen })).id);
      } else {
        await chatApi.change(channel.id, { name: name.trim(), iconColor: color, ...chosen });
        onDone(channel.id);
      }
      onClose();
    } catch (error) {
      toast({ kind: 'error', message: t('chat.notSaved'), detail: errorText(error) });
    }
    setWorking(false);
  };
  return (
    <Dialog
      opened
      closable={!working}
      onClose={onClose}
      title={t(channel === null ? 'chat.newChannel' : 'chat.editChannel')}
      onSubmit={() => void save()}
      footer={
        <>
          <Button disabled={working} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button type="submit" variant="primary" working={working && t('tasks.saving')}>
            {t(channel === null ? 'chat.create' : 'kit:save')}
          </Button>
        </>
      }
    >
      <div className={classes['form']}>
        <TextInput
          label={t('chat.name')}
          value={name}
          maxLength={120}
          error={tried && name.trim() === '' ? t('chat.nameMissing') : undefined}
          onChange={setName}
          data-autofocus
        />
        <fieldset className={classes['colors']}>
          <legend>{t('chat.color')}</legend>
          {optionColors.map((one) => (
            <label key={one} style={hueStyle(one)} title={t(`chat.colors.${one}`)}>
              <input
                type="radio"
                name="color"
                value={one}
                aria-label={t(`chat.colors.${one}`)}
                checked={color === one}
                onChange={() => setColor(one)}
              />
            </label>
          ))}
        </fieldset>
        {channel === null && <Check label={t('chat.private')} checked={isPrivate} onChange={setPrivate} />}
        {isPrivate && (
          <MultiSelect
            label={t('chat.members')}
            values={[...members]}
            options={people.map((one) => ({ value: one.id as string, label: one.name }))}
            onChange={setMembers}
          />
        )}
      </div>
    </Dialog>
  );
};
