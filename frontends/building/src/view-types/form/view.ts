import { IconListCheck } from '@tessera/kit/icons';
import { later } from '../../later.tsx';
import type { ViewTypeView } from '../view.ts';
import { askable } from '../../forms/model.ts';
import { FormSettings } from './settings.tsx';

const Screen = later(async () => (await import('./form.tsx')).Form);

export const form: ViewTypeView = {
  texts: {
    en: { name: 'Form', labels: { mode: 'Form', fill: 'Fill in', build: 'Build' } },
    pt: { name: 'Formulário', labels: { mode: 'Formulário', fill: 'Preencher', build: 'Montar' } },
    es: { name: 'Formulario', labels: { mode: 'Formulario', fill: 'Rellenar', build: 'Diseñar' } },
  },
  icon: IconListCheck,
  Screen,
  PhoneScreen: Screen,
  Settings: FormSettings,
  uses: [],
  usual: { on_save: 'show_form_success_page' },
  begins: (table) => ({ fields: askable(table).map(({ id }) => ({ fieldId: id })) }),
};
