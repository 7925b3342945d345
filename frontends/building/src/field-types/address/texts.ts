import type { FieldTypeView } from '../view.ts';

export const texts: FieldTypeView['texts'] = {
  en: {
    name: 'Address',
    parts: {
      street: 'Street',
      number: 'Number',
      complement: 'Complement',
      district: 'District',
      city: 'City',
      state: 'State',
      zip: 'Postal code',
      country: 'Country',
    },
    refused: {
      'address.invalid':
        'This is no address. Write it in one line: street, number, district, city - state, postal code.',
      'address.too_long': 'A part of an address has at most {{limit}} characters.',
    },
  },
  pt: {
    name: 'Endereço',
    parts: {
      street: 'Rua',
      number: 'Número',
      complement: 'Complemento',
      district: 'Bairro',
      city: 'Cidade',
      state: 'Estado',
      zip: 'CEP',
      country: 'País',
    },
    refused: {
      'address.invalid': 'Isto não é um endereço. Escreva em uma linha: rua, número, bairro, cidade - estado, CEP.',
      'address.too_long': 'Uma parte do endereço tem no máximo {{limit}} caracteres.',
    },
  },
  es: {
    name: 'Dirección',
    parts: {
      street: 'Calle',
      number: 'Número',
      complement: 'Complemento',
      district: 'Barrio',
      city: 'Ciudad',
      state: 'Estado',
      zip: 'Código postal',
      country: 'País',
    },
    refused: {
      'address.invalid':
        'Esto no es una dirección. Escríbala en una línea: calle, número, barrio, ciudad - estado, código postal.',
      'address.too_long': 'Una parte de la dirección tiene como máximo {{limit}} caracteres.',
    },
  },
};
