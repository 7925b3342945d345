import {
  Button,
  type ButtonVariant,
  Mark,
  Segmented,
  setLanguage,
  type ThemeChoice,
  useLanguage,
  useTheme,
} from '@tessera/kit';
import { languageNames } from '../auth/auth-frame.tsx';
import { Choices, Fields, Pickers } from './forms.tsx';
import classes from './gallery.module.css';
import { Overlays } from './overlays.tsx';
import { ButtonStates, Chips, Colours, Section, States } from './looks.tsx';

const variants: readonly ButtonVariant[] = ['primary', 'default', 'quiet', 'danger', 'text'];

/**
 * Every component of the kit in every state, in the chosen theme and language. For development and screenshot tests.
 */
export const GalleryPage = () => {
  const [theme, setTheme] = useTheme();
  const language = useLanguage();
  return (
    <main className={classes['page']}>
      <div className={classes['top']}>
        <Mark size={24} label="Tessera" />
        <h1 className="t-page-title">Kit</h1>
        <Segmented<ThemeChoice>
          label="Theme"
          value={theme}
          onChange={setTheme}
          options={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
            { value: 'system', label: 'System' },
          ]}
        />
        <Segmented
          label="Language"
          value={language}
          onChange={(next) => void setLanguage(next)}
          options={(['en', 'pt', 'es'] as const).map((value) => ({ value, label: languageNames[value] }))}
        />
      </div>
      <Section title="Buttons">
        {variants.map((variant) => (
          <ButtonStates key={variant} variant={variant} />
        ))}
        <div className={classes['row']}>
          <Button size="toolbar">28 toolbar</Button>
          <Button>32 standard</Button>
          <Button size="touch">40 touch</Button>
        </div>
      </Section>
      <Section title="Fields">
        <Fields />
      </Section>
      <Section title="Choices">
        <Choices />
      </Section>
      <Section title="Lists">
        <Pickers />
      </Section>
      <Section title="Chips, people, tiles">
        <Chips />
      </Section>
      <Section title="Over the page">
        <Overlays />
      </Section>
      <Section title="Screens with nothing to show">
        <States />
      </Section>
      <Section title="Colours">
        <Colours />
      </Section>
    </main>
  );
};
