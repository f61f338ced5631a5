import type { ProgrammeKey, ValueInText } from '@placard/contract'
import { useState } from 'react'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { createValueNames, type ValueNames } from './names.ts'

/** Values that were chosen in this tab: a kept draft may have one that no saved text has. */
const CHOSEN = 'placard-values'

function readChosen(): ValueInText[] {
  try {
    return JSON.parse(sessionStorage.getItem(CHOSEN) ?? '[]') as ValueInText[]
  } catch {
    return []
  }
}

/** Keeps a chosen value for the other forms of this tab. */
export function keepChosen(value: ValueInText): void {
  try {
    sessionStorage.setItem(CHOSEN, JSON.stringify([value, ...readChosen()].slice(0, 100)))
  } catch {
    // Without storage only this form knows its name.
  }
}

/** [DT4] The names of the values in the texts of a programme. */
export function useValueNames(programmeKey: ProgrammeKey): ValueNames {
  const { t } = useI18n()
  const { data } = useProgramme(programmeKey)
  const [names] = useState(() => {
    const made = createValueNames(t('live-words.value-gone'))
    made.learn(readChosen())
    return made
  })
  const held = data ? [data, ...data.playlists] : []
  const things = held.flatMap(({ items, lines }) => [...items, ...lines])
  names.learn(things.flatMap(({ shown }) => shown?.values ?? []))
  return names
}
