import { declareRefusals, requestRefusals, undoRefusals } from '@tessera/kernel';

/** Every code that this service answers. */
export const { conflict, invalid, list, notFound, refuses, rejection } = declareRefusals({
  ...requestRefusals,
  ...undoRefusals,
  app_not_found: ['not_found', 'There is no such app.'],
  block_not_found: ['not_found', 'There is no such block.'],
  'apps.bar_too_long_for_phone': ['invalid', 'Only 5 items can be displayed in mobile'],
  'apps.bar_without_app': ['invalid', 'The app must be in the navigation bar'],
  'apps.bars_too_large': ['invalid', 'A bar has at most 60,000 characters.'],
  'apps.block_once': ['conflict', 'An app has at most one block of this type.'],
  'apps.block_too_large': ['invalid', 'The configuration of a block has at most 60,000 characters.'],
  'apps.block_type_unknown': ['invalid', 'There is no such type of block.'],
  'apps.menu_folder_unpaired': ['invalid', 'Each folder of a menu ends below its start, and holds no other folder.'],
  'apps.menu_hover_needs_hide': ['invalid', 'Allow to hide menu (hamburger button) must be enabled'],
  'apps.menu_large_needs_icons': ['invalid', 'Large icons need the icons of apps to be shown.'],
  'apps.not_in_trash': ['invalid', 'This app is not in the trash.'],
  'apps.nothing_to_publish': ['conflict', 'Nothing was changed since it was published.'],
  'apps.too_many_blocks': ['conflict', 'An app has at most 200 blocks.'],
  'apps.version_not_found': ['not_found', 'There is no such version.'],
  folder_not_found: ['not_found', 'There is no such folder.'],
  'folders.too_deep': ['conflict', 'Folders stand at most 8 deep.'],
  'folders.too_many': ['conflict', 'There are at most 500 folders.'],
  'folders.within_itself': ['invalid', 'A folder cannot be within itself.'],
  'preferences.too_large': ['too_large', 'The preference is too large.'],
  'preferences.too_many': ['conflict', 'Too many preferences are kept.'],
});
