import { useEffect, useState } from 'react'
import { soon } from '../soon.ts'

/** The style sheets that were requested, by address. */
const styled = new Map<string, Promise<void>>()

function load(sheet: string): Promise<void> {
  const known = styled.get(sheet)
  if (known) return known
  const loading = new Promise<void>((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = sheet
    link.onload = () => resolve()
    link.onerror = () => {
      // The next item tries again.
      link.remove()
      styled.delete(sheet)
      reject(new Error('the style sheet of an item did not come'))
    }
    document.head.appendChild(link)
  })
  styled.set(sheet, loading)
  return loading
}

/**
 * True when the style sheets and the fonts of a text are loaded, or when that takes too long.
 *
 * @param sheets their addresses, always in the same order
 * @param fonts as in CSS: `500 1em Manrope`
 */
export function useStyles(text: string, sheets: readonly string[], fonts: readonly string[]): boolean {
  const [isThere, setThere] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheets and fonts of an item stay the same
  useEffect(() => {
    let gone = false
    Promise.all(sheets.map(load))
      .then(() => soon(Promise.all(fonts.map((font) => document.fonts.load(font, text)))))
      .catch(() => {})
      .then(() => {
        if (!gone) setThere(true)
      })
    return () => {
      gone = true
    }
  }, [text])
  return isThere
}
