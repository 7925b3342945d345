import { IconMaximize } from '@tessera/kit/icons';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { ButtonTextSetting, buttonView, OpenWaySetting } from '../parts/button-view.ts';
import type { FieldTypeView, PressedProps } from '../view.ts';

/** Opens the record beside its table, or as a page; from beside the table it goes on to the page. */
const Opens = ({ table, field, recordId, onOpen, onDone }: PressedProps) => {
  const navigate = useNavigate();
  useEffect(() => {
    if (onOpen !== undefined && (field.props as { readonly open_as?: string }).open_as !== 'full_screen')
      onOpen(recordId);
    else void navigate(`/object/${table.id}/record/${recordId}`);
    onDone();
    // Once for each press.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
};

const texts: FieldTypeView['texts'] = {
  en: { name: 'Open record button', labels: { press: 'Open' } },
  pt: { name: 'Botão de abrir registro', labels: { press: 'Abrir' } },
  es: { name: 'Botón de abrir registro', labels: { press: 'Abrir' } },
};

const shared = buttonView(texts, Opens);

export const openRecordBtn: FieldTypeView = {
  ...shared,
  button: { ...shared.button, toPage: true },
  icon: IconMaximize,
  settings: [ButtonTextSetting, OpenWaySetting],
};
