import {
  localStorageColorSchemeManager,
  type MantineColorScheme,
  NativeSelect,
  useMantineColorScheme,
} from '@mantine/core'
import { useI18n } from './i18n/i18n.tsx'

/** The same key is used in public/before-paint.js. */
export const colourSchemeManager = localStorageColorSchemeManager({ key: 'placard-colour-scheme' })

const SCHEMES = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[]

export function ColourSchemeChoice() {
  const { t } = useI18n()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <NativeSelect
      size="sm"
      label={t('bar.theme')}
      value={colorScheme}
      data={SCHEMES.map((value) => ({ value, label: t(`bar.theme.${value}`) }))}
      onChange={(event) => {
        const chosen = SCHEMES.find((scheme) => scheme === event.currentTarget.value)
        if (chosen) setColorScheme(chosen)
      }}
    />
  )
}
