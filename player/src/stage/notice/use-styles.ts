import { useEffect, useState } from 'react'
import { FONTS_CAME } from '../fonts-came.ts'
import { scriptFonts } from '../script-fonts.ts'
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
 * Waits until the style sheets and the fonts of a text are loaded, or until that takes too long.
 *
 * @param sheets their addresses, always in the same order
 * @param fonts as in CSS: `500 1em Manrope`
 * @returns 0 until then; afterwards a number that grows when letters may have got another font, and have to be laid out again
 */
export function useStyles(text: string, sheets: readonly string[], fonts: readonly string[]): number {
  const [ready, setReady] = useState<string>()
  const [round, setRound] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheets and fonts of an item stay the same
  useEffect(() => {
    let gone = false
    Promise.all(sheets.map(load))
      .then(() => soon(Promise.all([scriptFonts.ready, ...fonts.map((font) => document.fonts.load(font, text))])))
      .catch(() => {})
      .then(() => {
        if (!gone) setReady(text)
      })
    return () => {
      gone = true
    }
  }, [text])
  useEffect(() => {
    const again = () => setRound((before) => before + 1)
    window.addEventListener(FONTS_CAME, again)
    return () => window.removeEventListener(FONTS_CAME, again)
  }, [])
  return ready === text ? round : 0
}
