declare const tesseraKitVersion: string;
declare const tesseraDevelopment: boolean;
declare const tesseraGallery: boolean;

declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  const icon: import('react').ComponentType<import('react').SVGProps<SVGSVGElement>>;
  export default icon;
}
