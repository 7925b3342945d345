// What the front ends use of the package: see react-router.js.
export { initReactI18next, useTranslation } from 'whole/react-i18next';
