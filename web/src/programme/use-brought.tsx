import type { ProgrammeKey } from '@placard/contract'
import { useState } from 'react'
import { lazyDialog } from '../platform/ui/lazy-dialog.tsx'
import type { Brought } from './take-anything.tsx'

/** Loaded on demand. */
const TakeAnything = lazyDialog(() => import('./take-anything.tsx'), { quiet: true, ahead: false })

/** CT1: passes on dropped, pasted or chosen things as soon as `TakeAnything` is loaded. @param upload as for `TakeAnything` */
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
