declare const __KIT_VERSION__: string;
declare const __DEV__: boolean;

declare module '*.css';
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
