import type { Display, Session } from '@placard/contract'
import { lazy, Suspense, useCallback, useState } from 'react'
import { loadDialog } from '../api/load-part.ts'
import { hasUnfinished } from '../features/uploads/unfinished.ts'
import { keyOf } from './chosen-display.ts'
import type { Incoming } from './upload-dock.tsx'

const UploadDock = lazy(() => loadDialog(() => import('./upload-dock.tsx')))

/** Files for the dock, whose code comes only when there is something for it to do. */
export function useUploadDock(session: Session, display: Display) {
  const [incoming, setIncoming] = useState<Incoming[]>(NONE)
  const [needed, setNeeded] = useState(hasUnfinished)
  const taken = useCallback(() => setIncoming(NONE), [])

  return {
    take: (files: File[]) => {
      setNeeded(true)
      setIncoming((before) => [...before, { display: keyOf(display), files }])
    },
    dock: (except?: string) =>
      needed && (
        <Suspense>
          <UploadDock session={session} incoming={incoming} onTaken={taken} except={except} />
        </Suspense>
      ),
  }
}

const NONE: Incoming[] = []
