import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'

/** The accent colour. Shade 7 on white and shade 4 on the dark background both have a contrast of at least 4.5:1. */
const petrol: MantineColorsTuple = [
  '#e6f6f6',
  '#cbebec',
  '#9bd8da',
  '#68c4c8',
  '#4bb9bf',
  '#23969d',
  '#12808a',
  '#0b6e78',
  '#095962',
  '#07464d',
]

/** Warm greys, so that pictures are the only cool colours on the page. */
const gray: MantineColorsTuple = [
  '#f7f5f1',
  '#f1eee9',
  '#e6e2db',
  '#d8d3ca',
  '#bdb7ac',
  '#938d83',
  '#6b665e',
  '#4d4943',
  '#332f2b',
  '#1f1c19',
]

const dark: MantineColorsTuple = [
  '#e8eaec',
  '#cfd3d7',
  '#a6adb4',
  '#7f878f',
  '#454c54',
  '#343a41',
  '#252a30',
  '#1b1f24',
  '#131619',
  '#0d0f12',
]

/** The only place for look and feel. Tokens for CSS modules are in `cssVariables` and tokens.css. */
export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 4 },
  // The accent is dark on the light background and light on the dark one, so the colour of text on it must change as well. The
  // library only computes the first.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    if (input.variant !== 'filled' || (input.color && input.color !== 'petrol')) return colors
    return { ...colors, background: 'var(--accent)', hover: 'var(--accent-hover)', color: 'var(--on-accent)' }
  },
  colors: { petrol, gray, dark },
  black: '#1f1c19',
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)', fontWeight: '650' },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '16px', xl: '24px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // By name instead of by component: importing a dialog here would load it with every page.
  components: {
    Button: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 36, color: 'gray' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md', visibilityToggleFocusable: true } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'md', iconColor: 'var(--on-accent)' } },
    Switch: { defaultProps: { size: 'md', withThumbIndicator: false } },
  },
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f7f5f1',
    '--mantine-color-text': '#1f1c19',
    '--mantine-color-dimmed': '#635e56',
    '--mantine-color-placeholder': '#736d64',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-default-border': '#d8d3ca',
    '--mantine-color-anchor': '#0b6e78',
  },
  dark: {
    '--mantine-color-body': '#131619',
    '--mantine-color-text': '#e8eaec',
    '--mantine-color-dimmed': '#a6adb4',
    '--mantine-color-placeholder': '#929aa2',
    '--mantine-color-error': '#ff9a8f',
    '--mantine-color-default': '#1b1f24',
    '--mantine-color-default-hover': '#252a30',
    '--mantine-color-default-border': '#3d444c',
    '--mantine-color-anchor': '#4bb9bf',
    '--mantine-color-petrol-filled-hover': '#68c4c8',
    '--mantine-primary-color-filled-hover': '#68c4c8',
  },
})
