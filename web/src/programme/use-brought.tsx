import type { ProgrammeKey } from '@placard/contract'
import { useState } from 'react'
import { lazyDialog } from '../platform/ui/lazy-dialog.tsx'
import type { Brought } from './take-anything.tsx'

/** Fetched by those who bring something. */
const TakeAnything = lazyDialog(() => import('./take-anything.tsx'), {
  quiet: true,
  ahead: false,
  words: () => import('../platform/ui/i18n/messages/en/addresses.ts'),
})

/** CT1: hands on whatever was dropped, pasted or chosen, as soon as there is somebody to take it. @param upload as `TakeAnything` has it */
export function useBrought(programmeKey: ProgrammeKey, upload: (files: File[], keepsQuality: boolean) => void) {
  const [brought, setBrought] = useState(NOTHING)
  const [isNeeded, setNeeded] = useState(false)
  const bring = (one: Brought) => {
    setNeeded(true)
    setBrought((before) => [...before, one])
  }
  const taker = isNeeded && (
    <TakeAnything programmeKey={programmeKey} brought={brought} onTaken={() => setBrought(NOTHING)} upload={upload} />
  )
  return [taker, bring] as const
}

const NOTHING: readonly Brought[] = []
