export * from './type.ts';
