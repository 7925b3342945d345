export const messages = {
  title: 'Collaboration',
  open: 'Abrir Collaboration',
  emptyTitle: 'Ainda não há nada aqui',
  emptyText: 'O que for criado aqui aparece aqui.',
};
