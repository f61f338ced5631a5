import type { ProgrammeKey } from '@placard/contract'
import { useCallback, useState } from 'react'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import type { Brought } from './take-anything.tsx'

/** Fetched by those who bring something. */
const TakeAnything = lazyDialog(() => import('./take-anything.tsx'), { quiet: true, ahead: false })

/** An address as browsers show it, or one that begins like one: nothing else that is pasted on a page is meant for it. */
const ADDRESS = /^\s*(https?:\/\/|www\.|[^\s/]+\.[^\s/]+\/)\S+\s*$/i

/** CT1: hands on whatever was dropped, pasted or chosen, as soon as there is somebody to take it. @param upload as `TakeAnything` has it */
export function useBrought(programmeKey: ProgrammeKey, upload: (files: File[], keepsQuality: boolean) => void) {
  const [brought, setBrought] = useState(NOTHING)
  const [isNeeded, setNeeded] = useState(false)
  const taken = useCallback(() => setBrought(NOTHING), [])
  const bring = (one: Brought) => {
    setNeeded(true)
    setBrought((before) => [...before, one])
  }
  return {
    bringFiles: (files: File[], keepsQuality = false) => bring({ what: 'files', files, keepsQuality }),
    /** @returns false when it is no address */
    bringText(text: string): boolean {
      const isAddress = ADDRESS.test(text)
      if (isAddress) bring({ what: 'text', text })
      return isAddress
    },
    taker: isNeeded && <TakeAnything programmeKey={programmeKey} brought={brought} onTaken={taken} upload={upload} />,
  }
}

const NOTHING: readonly Brought[] = []
