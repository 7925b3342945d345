import { Button, Dialog, Select, TextInput, useErrorText, useTexts } from '@tessera/kit';
import { triggerTypes } from '@tessera/proto/automations';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAutomationCalls, type Entry } from './automations.resource.ts';

/** Makes an automation with what starts it; the rest is set in the editor, where it leads. */
export const NewDialog = ({
  onClose,
  onMade,
}: {
  readonly onClose: () => void;
  readonly onMade: (id: string) => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useAutomationCalls();
  const [label, setLabel] = useState('');
  const [type, setType] = useState(triggerTypes[0]!.id);
  const make = useMutation({
    mutationFn: () => calls.create({ label: label.trim(), trigger: { type, config: {} }, steps: [] }),
    onSuccess: onMade,
  });
  const usable = label.trim() !== '';
  return (
    <Dialog
      opened
      closable={!make.isPending}
      onClose={onClose}
      title={t('automation.new')}
      onSubmit={() => {
        if (usable) make.mutate();
      }}
      footer={
        <>
          <Button disabled={make.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={!usable}
            working={make.isPending && t('automation.creating')}
          >
            {t('automation.create')}
          </Button>
        </>
      }
    >
      <TextInput
        label={t('automation.name')}
        value={label}
        onChange={setLabel}
        maxLength={120}
        error={make.error ? errorText(make.error) : undefined}
        data-autofocus
      />
      <Select
        label={t('automation.startsWhen')}
        value={type}
        onChange={setType}
        options={triggerTypes.map(({ id }) => ({ value: id, label: t(`automation.trigger.${id}.title`) }))}
      />
    </Dialog>
  );
};

/** Gives an automation to somebody else, with whose rights it runs from then on. */
export const GiveDialog = ({
  entry,
  people,
  onClose,
}: {
  readonly entry: Pick<Entry, 'id' | 'label' | 'ownerId'>;
  readonly people: readonly { readonly id: string; readonly name: string; readonly active: boolean }[];
  readonly onClose: () => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useAutomationCalls();
  const [to, setTo] = useState<string | null>(null);
  const give = useMutation({ mutationFn: (userId: string) => calls.give(entry.id, userId), onSuccess: onClose });
  return (
    <Dialog
      opened
      size="small"
      closable={!give.isPending}
      onClose={onClose}
      title={t('automation.giveTitle', { name: entry.label })}
      onSubmit={() => {
        if (to !== null) give.mutate(to);
      }}
      footer={
        <>
          <Button disabled={give.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={to === null}
            working={give.isPending && t('automation.giving')}
          >
            {t('automation.give')}
          </Button>
        </>
      }
    >
      <p>{t('automation.giveText')}</p>
      <Select
        label={t('automation.columns.owner')}
        value={to}
        onChange={setTo}
        searchable
        error={give.error ? errorText(give.error) : undefined}
        options={people
          .filter(({ id, active }) => active && id !== entry.ownerId)
          .map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Dialog>
  );
};
