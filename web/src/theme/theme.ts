import {
  ActionIcon,
  Button,
  CloseButton,
  type CSSVariablesResolver,
  createTheme,
  Input,
  InputWrapper,
} from '@mantine/core';
import field from './field.module.css';

const font = '"Inter Variable", "Noto Sans Bengali Variable", "Inter Fallback", system-ui, sans-serif';

const inputVars = () => ({
  wrapper: { '--input-height': 'var(--control)', '--input-fz': 'var(--control-font)' },
});

/**
 * The sizes (controls 36 px, 44 px on a phone, radius 8) and, in {@link cssVariables}, colours of what every screen has;
 * `ui/dialog/dialog.tsx` and `ui/choice/search-choice.tsx` hold their own defaults.
 */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 8,
  fontFamily: font,
  headings: { fontFamily: font, fontWeight: '600' },
  defaultRadius: 8,
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
  fontWeights: { medium: '500' },
  components: {
    ActionIcon: ActionIcon.extend({
      defaultProps: { variant: 'subtle', color: 'gray' },
      vars: () => ({ root: { '--ai-size': 'var(--control)' } }),
    }),
    Button: Button.extend({
      vars: () => ({ root: { '--button-height': 'var(--control)', '--button-padding-x': '14px' } }),
    }),
    CloseButton: CloseButton.extend({ vars: () => ({ root: { '--cb-size': 'var(--control)' } }) }),
    Input: Input.extend({ vars: inputVars }),
    InputWrapper: InputWrapper.extend({
      classNames: { label: field.label, description: field.description, error: field.error },
      vars: () => ({
        label: { '--input-label-size': 'var(--font-label)', '--input-asterisk-color': 'var(--danger)' },
        error: { '--input-error-size': 'var(--font-label)' },
        success: { '--input-success-size': 'var(--font-label)' },
        description: { '--input-description-size': 'var(--font-label)' },
      }),
    }),
  },
});

/** The colors of Mantine's components in both color schemes, from our tokens. */
export const cssVariables: CSSVariablesResolver = () => {
  const bound = {
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-dimmed': 'var(--dimmed)',
    '--mantine-color-placeholder': 'var(--dimmed)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-default': 'var(--surface-raised)',
    '--mantine-color-default-hover': 'var(--surface-hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--control-border)',
    '--mantine-color-gray-light-color': 'var(--dimmed)',
    '--mantine-color-gray-light-hover': 'var(--surface-hover)',
  };
  const dark = {
    ...bound,
    '--mantine-color-dark-4': 'var(--control-border)',
    '--mantine-color-dark-5': 'var(--surface-hover)',
    '--mantine-color-dark-6': 'var(--surface-raised)',
    '--mantine-color-dark-7': 'var(--surface)',
  };
  return { variables: {}, light: { ...bound, '--mantine-color-gray-4': 'var(--control-border)' }, dark };
};
