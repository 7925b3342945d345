// What stands around a view on a screen that is no phone's. A phone does not load it.
export { Toolbar } from './toolbar.tsx';
