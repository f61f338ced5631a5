import { useDirection } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { english } from './english.ts'
import { applyLanguage, keepLanguage, LANGUAGES, type Language } from './language.ts'
import type { en } from './messages/en.ts'
import { createTranslate, type SameShape, type Translate } from './translate.ts'

export type Messages = SameShape<typeof en>

/** English is part of the application, in two parts. Every other language is a separate chunk. */
export async function loadMessages(language: Language): Promise<Messages> {
  switch (language) {
    case 'en':
      return english
    case 'ar':
      return (await import('./messages/ar.ts')).ar
  }
}

type I18n = {
  language: Language
  t: Translate<typeof en>
  /** Formats a number for the language. */
  number: (value: number) => string
  setLanguage: (language: Language) => Promise<void>
}

const Context = createContext<I18n | undefined>(undefined)

export function I18nProvider(props: { language: Language; messages: Messages; children: ReactNode }) {
  const [current, setCurrent] = useState({ language: props.language, messages: props.messages })
  const { setDirection } = useDirection()

  const setLanguage = useCallback(
    async (language: Language) => {
      const messages = await loadMessages(language)
      keepLanguage(language)
      applyLanguage(language)
      setDirection(LANGUAGES[language].direction)
      setCurrent({ language, messages })
    },
    [setDirection],
  )

  const value = useMemo<I18n>(() => {
    const numbers = new Intl.NumberFormat(current.language)
    return {
      language: current.language,
      t: createTranslate<typeof en>(current.messages, current.language),
      number: (number) => numbers.format(number),
      setLanguage,
    }
  }, [current, setLanguage])

  return <Context value={value}>{props.children}</Context>
}

export function useI18n(): I18n {
  const value = useContext(Context)
  if (!value) throw new Error('useI18n needs an I18nProvider above it')
  return value
}
