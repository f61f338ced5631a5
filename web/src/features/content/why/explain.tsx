import type { HeldProgramme } from '@placard/playback'
import { useDeferredValue, useEffect, useMemo, useSyncExternalStore } from 'react'
import { askServerTime } from '../../../platform/api/server-clock.ts'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { explained } from './explained.ts'
import { heardScreens } from './heard-screens.ts'
import type { WhyPage } from './why-panel.tsx'

const WhyPanel = lazyDialog(() => import('./why-panel.tsx'), { ahead: false })

/** `programme`: with all pending commands applied. */
type Props = Omit<WhyPage, 'onClose'> & { programme: HeldProgramme }

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
