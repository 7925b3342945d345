export const messages = {
  onPage: {
    views: 'Ir para uma visualização',
    viewWords: 'abrir trocar visualização',
    edit: 'Editar este app',
    upload: 'Enviar dados para esta tabela',
  },
};
