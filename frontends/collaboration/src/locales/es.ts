export const messages = {
  title: 'Collaboration',
  open: 'Abrir Collaboration',
  emptyTitle: 'Todavía no hay nada aquí',
  emptyText: 'Lo que se cree aquí aparece aquí.',
};
