import type { ProgrammeKey, Screens } from '@placard/contract'
import type { HeldProgramme } from '@placard/playback'
import { useDeferredValue, useEffect, useMemo, useSyncExternalStore } from 'react'
import { askServerTime } from '../../../platform/api/server-clock.ts'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { explained } from './explained.ts'
import { heardScreens } from './heard-screens.ts'

const WhyPanel = lazyDialog(() => import('./why-panel.tsx'), {
  ahead: false,
  words: () => import('../../../platform/ui/i18n/messages/en/why-panel.ts'),
})

type Props = {
  programmeKey: ProgrammeKey
  /** With the commands that are under way done. */
  programme: HeldProgramme
  /** Of a display, as far as they are known. */
  screens: Screens | undefined
  canEdit: boolean
  /** Brings the part of the page with the items into sight, where one is seen at a time. */
  onPictures: () => void
  /** The same with the screens. */
  onScreens: () => void
  onLoopHealth: () => void
}

/** [TM2] Explains what the page is about, as long as it is there, and answers whoever asks why. */
export default function Explain({ programme: newest, screens, ...page }: Props) {
  // A press is drawn before the reasons.
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
