import type { Language } from '@tessera/kit';

/** What bars of apps say of the frame, in each language. */
export const words: Readonly<
  Record<Language, Readonly<Record<'form' | 'board' | 'untitledForm' | 'untitledBoard' | 'profile', string>>>
> = {
  en: {
    form: 'New Super Form',
    board: 'New Smart Kanban',
    untitledForm: 'Untitled form',
    untitledBoard: 'Untitled board',
    profile: 'Your menu',
  },
  pt: {
    form: 'Novo Super Formulário',
    board: 'Novo Kanban inteligente',
    untitledForm: 'Formulário sem título',
    untitledBoard: 'Quadro sem título',
    profile: 'Seu menu',
  },
  es: {
    form: 'Nuevo Super Formulario',
    board: 'Nuevo Kanban inteligente',
    untitledForm: 'Formulario sin título',
    untitledBoard: 'Tablero sin título',
    profile: 'Su menú',
  },
};
