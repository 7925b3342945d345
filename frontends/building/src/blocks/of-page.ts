// One piece of code for the small blocks of a page: a request for each would cost more than it saves.
export { AppMenu } from './app-menu.tsx';
export { ButtonBlock, ButtonGroup } from './button.tsx';
export { Divider } from './divider.tsx';
export { EmbedBlock, ImageBlock, VideoBlock } from './of-web.tsx';
export { SearchBox } from './search-box.tsx';
export { TaskList } from './task-list.tsx';
export { TextBlock } from './text-block.tsx';
export { TitleBar } from './title-bar.tsx';
