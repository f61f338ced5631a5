import { useEffect, useState } from 'react'

type Texts = Readonly<Record<string, string>>

const known = new Map<string, Texts>()

const first = (tag: string) => tag.toLowerCase().split('-')[0]

/** The file of a language, such as `pt-BR-0a1b2c3d`: the build writes all of them into the page (vite.config.ts). */
function fileOf(language: string): string | undefined {
  const written = document.querySelector<HTMLMetaElement>('meta[name="placard-words"]')
  return written?.content.split(' ').find((file) => first(file) === first(language))
}

/**
 * Texts that a screen shows about itself, in the language of its browser. Undefined until they have come: nothing is shown in English
 * first. The worker stores the file of each language with its build. English if the language is not known or its file cannot be loaded.
 *
 * @param english the texts in English
 * @param language of the texts; by default the browser's
 */
export function useWords<English extends Texts>(
  english: English,
  language: string = navigator.language,
): (English & { lang: string }) | undefined {
  const [, draw] = useState(0)
  const file = fileOf(language)
  useEffect(() => {
    if (!file || known.has(file)) return
    fetch(`/player/assets/screen-${file}.json`)
      .then((answer) => answer.json())
      .then((texts) => ({ ...texts, lang: file.slice(0, -9) }))
      .catch(() => ({}))
      .then((texts) => {
        known.set(file, texts)
        draw((count) => count + 1)
      })
  }, [file])
  const texts = file ? known.get(file) : {}
  return texts && { ...english, lang: 'en', ...texts }
}
