import { type FieldType, isDated, isMoment } from '@tessera/fields';
import { type Language, languageFor, Select, useFormats } from '@tessera/kit';

type Words = Readonly<Record<'fixed' | 'currentUser' | 'today' | 'now' | 'when', string>>;

const words: Readonly<Record<Language, Words>> = {
  en: {
    fixed: 'Fixed value',
    currentUser: 'Current user',
    today: 'Today',
    now: 'Now',
    when: 'Filled in when a record is created.',
  },
  pt: {
    fixed: 'Valor fixo',
    currentUser: 'Usuário atual',
    today: 'Hoje',
    now: 'Agora',
    when: 'Preenchido quando um registro é criado.',
  },
  es: {
    fixed: 'Valor fijo',
    currentUser: 'Usuario actual',
    today: 'Hoy',
    now: 'Ahora',
    when: 'Se rellena cuando se crea un registro.',
  },
};

const nameOf = ({ storage, computedDefault }: FieldType): keyof Words =>
  computedDefault?.property === 'default_current_user'
    ? 'currentUser'
    : isDated(storage) && !isMoment(storage)
      ? 'today'
      : 'now';

export const useFixedWord = (): string => words[languageFor([useFormats().locale])].fixed;

/** Whether new records begin with one value, or with what is found out as they are made. */
export const DefaultSource = ({
  type,
  label,
  computed,
  onChange,
}: {
  type: FieldType;
  label: string;
  computed: boolean;
  onChange: (computed: boolean) => void;
}) => {
  const said = words[languageFor([useFormats().locale])];
  return (
    <Select
      label={label}
      value={computed ? 'computed' : 'fixed'}
      options={[
        { value: 'fixed', label: said.fixed },
        { value: 'computed', label: said[nameOf(type)] },
      ]}
      onChange={(next) => onChange(next === 'computed')}
      {...(computed && { help: said.when })}
    />
  );
};
