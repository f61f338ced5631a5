import type { AdviceFacts, Programme, ProgrammeKey } from '@placard/contract'
import { type Advised, lookOver } from '@placard/playback'
import { useMemo } from 'react'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import { textWidthPx } from '../../../platform/ui/text-width.ts'
import { useAdviceFacts } from './use-advice.ts'

type All = {
  facts: AdviceFacts
  /** About readability for passers-by. */
  read: Advised[]
  /** About missing descriptions for people who cannot see the screen. */
  undescribed: Advised[]
}

/** [LT2] The advice for everything that a programme shows; undefined while it is loading. */
export function useAdvised(key: ProgrammeKey, programme: Programme): All | undefined {
  const { language } = useI18n()
  const facts = useAdviceFacts(key, programme.revision)
  return useMemo(() => {
    if (!facts) return undefined
    const all = lookOver(programme, facts, { now: serverNow(), language: dateLocale(language), widthOf: textWidthPx })
    return {
      facts,
      read: all.filter(({ finding }) => finding.rule !== 'undescribed'),
      undescribed: all.filter(({ finding }) => finding.rule === 'undescribed'),
    }
  }, [programme, facts, language])
}
