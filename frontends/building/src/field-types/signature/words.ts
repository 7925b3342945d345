import { type Language, languageFor, useFormats } from '@tessera/kit';

type Words = { readonly sign: string; readonly help: string; readonly clear: string; readonly done: string };

const words: Readonly<Record<Language, Words>> = {
  en: {
    sign: 'Sign here',
    help: 'Draw with a finger, pen or mouse. With the keyboard, arrows move the pen and Space lowers and lifts it.',
    clear: 'Clear',
    done: 'Done',
  },
  pt: {
    sign: 'Assine aqui',
    help: 'Desenhe com o dedo, a caneta ou o mouse. No teclado, as setas movem a caneta e Espaço a abaixa e levanta.',
    clear: 'Limpar',
    done: 'Concluir',
  },
  es: {
    sign: 'Firme aquí',
    help: 'Dibuje con el dedo, el lápiz o el ratón. Con el teclado, las flechas mueven el lápiz y Espacio lo baja y lo sube.',
    clear: 'Borrar',
    done: 'Listo',
  },
};

export const useSignatureWords = (): Words => words[languageFor([useFormats().locale])];
