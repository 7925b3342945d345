import { type Language, languageFor, useFormats } from '@tessera/kit';

type Words = {
  readonly start: string;
  readonly stop: string;
  readonly total: string;
  readonly running: string;
  readonly remove: string;
  readonly none: string;
  readonly later: string;
};

const words: Readonly<Record<Language, Words>> = {
  en: {
    start: 'Start',
    stop: 'Stop',
    total: 'Total {{time}}',
    running: 'Running',
    remove: 'Remove the lap of {{time}}',
    none: 'No time yet',
    later: 'The timer can start once the record is saved.',
  },
  pt: {
    start: 'Iniciar',
    stop: 'Parar',
    total: 'Total {{time}}',
    running: 'Em andamento',
    remove: 'Remover a volta de {{time}}',
    none: 'Nenhum tempo ainda',
    later: 'O cronômetro pode começar depois que o registro é salvo.',
  },
  es: {
    start: 'Iniciar',
    stop: 'Parar',
    total: 'Total {{time}}',
    running: 'En curso',
    remove: 'Quitar la vuelta de {{time}}',
    none: 'Aún no hay tiempo',
    later: 'El cronómetro puede empezar cuando el registro esté guardado.',
  },
};

export const useTimerWords = (): Words => words[languageFor([useFormats().locale])];
