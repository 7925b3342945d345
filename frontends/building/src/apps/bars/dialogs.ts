export { AddRecordDialog } from './add-record.dialog.tsx';
export { FavoritesDialog } from './favorites.dialog.tsx';
