declare const __KIT_VERSION__: string;
declare const __DEV__: boolean;
declare const __GALLERY__: boolean;

declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  const icon: import('react').ComponentType<import('react').SVGProps<SVGSVGElement>>;
  export default icon;
}
