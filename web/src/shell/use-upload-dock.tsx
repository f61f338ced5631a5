import type { ProgrammeKey, Session } from '@placard/contract'
import { useCallback, useState } from 'react'
import { hasUnfinished } from '../features/content/uploads/unfinished.ts'
import { lazyDialog } from '../platform/ui/lazy-dialog.tsx'
import type { Incoming } from './upload-dock.tsx'

const UploadDock = lazyDialog(() => import('./upload-dock.tsx'), { quiet: true })

/** Passes files to the upload dock, whose code is only loaded when it is needed. */
export function useUploadDock(session: Session, programmeKey: ProgrammeKey) {
  const [incoming, setIncoming] = useState<Incoming[]>(NONE)
  const [needed, setNeeded] = useState(hasUnfinished)
  const taken = useCallback(() => setIncoming(NONE), [])

  return {
    take: (files: File[], keepsQuality = false, to = programmeKey) => {
      setNeeded(true)
      setIncoming((before) => [...before, { programmeKey: to, files, keepsQuality }])
    },
    dock: (except?: string) =>
      needed && <UploadDock session={session} incoming={incoming} onTaken={taken} except={except} />,
  }
}

const NONE: Incoming[] = []
