import { IconPlus } from '@tessera/kit/icons';
import { later } from '../../later.tsx';
import { ButtonLinkSetting, ButtonTextSetting, buttonView } from '../parts/button-view.ts';
import type { FieldTypeView } from '../view.ts';

/** Loaded with the first press: a table opens without it. */
const Adds = later(async () => (await import('./add-connected.dialog.tsx')).AddConnected);

const texts: FieldTypeView['texts'] = {
  en: { name: 'Add linked record button', labels: { press: 'Add record' } },
  pt: { name: 'Botão de adicionar registro conectado', labels: { press: 'Adicionar registro' } },
  es: { name: 'Botón de añadir registro conectado', labels: { press: 'Añadir registro' } },
};

export const addConnectedRecordBtn: FieldTypeView = {
  ...buttonView(texts, Adds),
  icon: IconPlus,
  settings: [ButtonTextSetting, ButtonLinkSetting],
};
