import { fieldType } from '@tessera/fields';
import { type Language, languageFor, Select, TextInput, useFormats } from '@tessera/kit';
import type { SettingProps } from '../view.ts';
import { linkedWords } from './linked-words.ts';

type Words = Readonly<Record<'text' | 'way' | 'side_panel' | 'full_screen', string>>;

const inLanguages: Readonly<Record<Language, Words>> = {
  en: { text: 'Button text', way: 'Opens the record', side_panel: 'Beside the table', full_screen: 'As a page' },
  pt: {
    text: 'Texto do botão',
    way: 'Como abrir o registro',
    side_panel: 'Ao lado da tabela',
    full_screen: 'Como página',
  },
  es: {
    text: 'Texto del botón',
    way: 'Cómo abrir el registro',
    side_panel: 'Al lado de la tabla',
    full_screen: 'Como página',
  },
};
const ways = ['side_panel', 'full_screen'] as const;

export const ButtonTextSetting = ({ props, onChange, labels }: SettingProps) => {
  const words = inLanguages[languageFor([useFormats().locale])];
  return (
    <TextInput
      label={words.text}
      value={String(props['label'] ?? '')}
      placeholder={labels['press'] ?? ''}
      maxLength={40}
      onChange={(label) => onChange({ label })}
    />
  );
};

export const OpenWaySetting = ({ props, onChange }: SettingProps) => {
  const words = inLanguages[languageFor([useFormats().locale])];
  return (
    <Select
      label={words.way}
      value={String(props['open_as'] ?? ways[0])}
      options={ways.map((way) => ({ value: way, label: words[way] }))}
      onChange={(way) => onChange({ open_as: way })}
    />
  );
};

export const ButtonLinkSetting = ({ props, onChange, fields }: SettingProps) => {
  const words = linkedWords[languageFor([useFormats().locale])];
  const links = fields.filter(({ type }) => fieldType(type)?.links !== undefined);
  if (links.length === 0) return <p className="t-secondary">{words.noLink}</p>;
  return (
    <Select
      label={words.link}
      value={String(props['linkFieldId'] ?? '')}
      options={links.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(linkFieldId) => onChange({ linkFieldId })}
    />
  );
};
