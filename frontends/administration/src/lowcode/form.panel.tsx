import {
  Button,
  ErrorState,
  Loading,
  Panel,
  RadioCards,
  Skeleton,
  TextInput,
  useErrorText,
  useTexts,
} from '@tessera/kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import shared from '../tokens/tokens.module.css';
import { languagesQuery, useFunctionCalls, type Language } from './functions.resource.ts';
import type { Kind } from './trigger.ts';
import { TriggerFields, type TriggerDraft } from './trigger-fields.tsx';
import { isBeta, languageNames, useFunctionWords } from './words.ts';

/** Creates a function in one of the languages that this server runs; the others say why they are not. */
export const FormPanel = ({
  kind,
  onClose,
  onCreated,
}: {
  readonly kind: Kind;
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const words = useFunctionWords();
  const calls = useFunctionCalls();
  const { data: languages, error, refetch } = useQuery(languagesQuery);
  const [label, setLabel] = useState('');
  const [chosen, setChosen] = useState<Language>();
  const [draft, setDraft] = useState<TriggerDraft>({ tableId: null, events: [], isAsync: false });
  const [tried, setTried] = useState(false);
  const isTrigger = kind === 'triggers';
  const isWhole = !isTrigger || (draft.tableId !== null && draft.events.length > 0);
  const first = useRef<HTMLInputElement>(null);
  // After the panel took the focus.
  useEffect(() => first.current?.focus(), []);
  const language = chosen ?? languages?.find(({ absent }) => absent === null)?.language;
  const create = useMutation({
    mutationFn: (of: Language) => {
      const { tableId, events, isAsync } = draft;
      const trigger = isTrigger && tableId !== null ? { event: [...events], related_table: tableId } : null;
      return calls.create({ label: label.trim(), language: of, trigger, isAsync: isTrigger && isAsync });
    },
    onSuccess: onCreated,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (label.trim() === '') return first.current?.focus();
    if (language !== undefined && isWhole && !create.isPending) create.mutate(language);
  };
  return (
    <Panel
      opened
      onClose={onClose}
      label={t(isTrigger ? 'lowcode.trigger.new' : 'lowcode.new')}
      footer={
        <>
          <Button onClick={onClose}>{t('kit:cancel')}</Button>
          <Button
            variant="primary"
            disabled={language === undefined}
            working={create.isPending && t('lowcode.creating')}
            onClick={(event) => submit(event as unknown as FormEvent)}
          >
            {t(isTrigger ? 'lowcode.trigger.create' : 'lowcode.create')}
          </Button>
        </>
      }
    >
      <form className={shared['form']} onSubmit={submit} noValidate>
        <TextInput
          ref={first}
          label={t('lowcode.name')}
          value={label}
          maxLength={120}
          onChange={setLabel}
          error={tried && label.trim() === '' ? t('lowcode.nameMissing') : undefined}
        />
        {isTrigger && <TriggerFields draft={draft} tried={tried} onChange={setDraft} />}
        <div className={shared['what']}>
          <span className="t-medium">{t('lowcode.language')}</span>
          {error && !languages && <ErrorState error={error} onRetry={() => void refetch()} />}
          {!error && !languages && (
            <Loading>
              <Skeleton width={240} />
            </Loading>
          )}
          {languages && (
            <RadioCards<Language>
              label={t('lowcode.language')}
              value={language ?? ('' as Language)}
              onChange={setChosen}
              options={languages.map(({ language: value, absent }) => ({
                value,
                label: isBeta(value) ? `${languageNames[value]} ${t('lowcode.beta')}` : languageNames[value],
                detail: words.absent(absent) ?? t(`lowcode.about.${value}`),
                disabled: absent !== null,
              }))}
            />
          )}
        </div>
        {languages && language === undefined && <p className={shared['problem']}>{t('lowcode.noLanguage')}</p>}
        <p className={shared['note']}>{t('lowcode.formNote')}</p>
        <div role="alert">{create.error && <p className={shared['problem']}>{errorText(create.error)}</p>}</div>
        <button type="submit" hidden />
      </form>
    </Panel>
  );
};
