import { useDirection } from '@mantine/core'
import { createTranslate, type Translate } from '@placard/contract'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { applyLanguage, keepLanguage, LANGUAGES, type Language } from './language.ts'
import type { en } from './messages/en.ts'
import { loadLanguage, type Messages } from './words.ts'

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
      const messages = await loadLanguage(language)
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
