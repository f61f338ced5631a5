import type { ProgrammeKey, Screens } from '@placard/contract'
import type { HeldProgramme } from '@placard/playback'
import { useDeferredValue, useEffect, useMemo, useSyncExternalStore } from 'react'
import { askServerTime } from '../../../platform/api/server-clock.ts'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { explained } from './explained.ts'
import { heardScreens } from './heard-screens.ts'

const WhyPanel = lazyDialog(() => import('./why-panel.tsx'), { ahead: false })

type Props = {
  programmeKey: ProgrammeKey
  /** With all pending commands applied. */
  programme: HeldProgramme
  /** The screens of a display, as far as known. */
  screens: Screens | undefined
  canEdit: boolean
  /** Shows the tab with the items, if the page shows one tab at a time. */
  onPictures: () => void
  /** The same for the screens. */
  onScreens: () => void
  onLoopHealth: () => void
}

/** [TM2] Computes explanations for the page while it is open, and shows the panel when the user asks why. */
export default function Explain({ programme: newest, screens, ...page }: Props) {
  // Deferred, so that a press is painted before the explanations are computed.
  const programme = useDeferredValue(newest)
  const asked = useSyncExternalStore(explained.onChange, explained.asked)
  const heard = useMemo(() => (screens ? heardScreens(screens) : []), [screens])

  useEffect(() => explained.publish({ programme, screens: heard }), [programme, heard])
  useEffect(() => {
    let isOver = false
    const look = () =>
      askServerTime().then(() => {
        if (!isOver) explained.refresh()
      })
    void look()
    window.addEventListener('online', look)
    return () => {
      isOver = true
      window.removeEventListener('online', look)
      explained.ask(undefined)
      explained.publish(undefined)
    }
  }, [])

  if (!asked) return null
  return <WhyPanel {...page} {...asked} screens={screens} onClose={() => explained.ask(undefined)} />
}
