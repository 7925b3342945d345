import './narrow.ts';

export { writeModule } from '../write.ts';
