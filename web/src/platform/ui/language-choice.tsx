import { NativeSelect } from '@mantine/core'
import { useI18n } from './i18n/i18n.tsx'
import { LANGUAGES, type Language } from './i18n/language.ts'

const CHOICES = Object.keys(LANGUAGES) as Language[]

export function LanguageChoice() {
  const { t, language, setLanguage } = useI18n()
  return (
    <NativeSelect
      size="sm"
      label={t('bar.language')}
      value={language}
      data={CHOICES.map((value) => ({ value, label: LANGUAGES[value].name }))}
      onChange={(event) => {
        const chosen = CHOICES.find((choice) => choice === event.currentTarget.value)
        if (chosen) void setLanguage(chosen)
      }}
    />
  )
}
