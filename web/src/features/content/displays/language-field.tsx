import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

/** The languages that most of the world reads. */
const LANGUAGES =
  'am ar az bg bn ca cs da de el en en-GB es et eu fa fi fil fr ga gu he hi hr hu hy id is it ja ka kk km kn ko lt lv ml mn mr ms my nb ne nl pa pl pt pt-BR ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh-Hans zh-Hant zu'.split(
    ' ',
  )

type Props = { name: string; value: string; error: string | undefined; onChange: (value: string) => void }

/** The language of a display, by its own name. Empty: the language of each screen's browser. */
export function LanguageField({ onChange, ...field }: Props) {
  const { value } = field
  const { t } = useI18n()
  // A language that was set by a program remains an option.
  const [languages] = useState(() =>
    [...new Set([...LANGUAGES, ...(value === '' ? [] : [value])])]
      .map((language) => ({ value: language, label: nameOf(language) }))
      .sort((one, other) => one.label.localeCompare(other.label)),
  )
  return (
    <NativeSelect
      label={t('display.language')}
      description={t('display.language-hint')}
      {...field}
      data={[{ value: '', label: t('display.language-own') }, ...languages]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** The language's name in that language; its code if the browser does not know the name. */
function nameOf(language: string): string {
  try {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
  } catch {
    return language
  }
}
