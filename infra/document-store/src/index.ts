export * from './port.ts';
export * from './model-writer.ts';
