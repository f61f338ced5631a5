import type { Engine } from '../engine/engine.ts'
import { contentOf } from '../engine/rest.ts'
import { isRight, type Remedy, type Seen, supervise, watch } from '../engine/supervisor.ts'
import { onPulse } from '../page/pulse.ts'
import { reload } from '../page/reload.ts'
import type { ShownStage } from './shown-stage.ts'

export type Supervisor = { close(): void }

/** Receives the findings: each remedy that was tried, and each check at which all was well and the browser painted. */
export type Findings = { remedied(remedy: Remedy): void; painted(): void }

/**
 * Checks once a second that the screen shows what it should. If not, applies the mildest remedy that may help.
 *
 * @param isHeld true when somebody has stopped playback on purpose, as in a preview
 * @param ladder the remedies, the mildest first. Absent: those of a whole screen
 */
export function superviseStage(
  engine: Pick<Engine, 'scene' | 'failed'>,
  stage: Pick<ShownStage, 'hands'>,
  findings: Findings | undefined,
  isHeld: () => boolean = () => false,
  ladder?: readonly Remedy[],
): Supervisor {
  let state = watch(performance.now())
  let isDrawing = false

  function look(): void {
    const scene = engine.scene()
    const isDue = scene.status === 'playing' && !document.hidden && !isHeld()
    const due = isDue ? contentOf(scene.current.item) : undefined
    const onScreen = stage.hands()?.look() ?? { shown: undefined, painted: false, position: undefined, signs: 0 }
    const seen: Seen = { ...onScreen, due }
    if (isRight(state, seen) && !isDrawing) {
      isDrawing = true
      // A page that is not visible does not get frames, nor does one whose engine has stopped painting.
      requestAnimationFrame(() => {
        isDrawing = false
        findings?.painted()
      })
    }
    const { watch, remedy } = supervise(state, seen, performance.now(), ladder)
    state = watch
    if (remedy) heal(remedy)
  }

  function heal(remedy: Remedy): void {
    const scene = engine.scene()
    const hands = stage.hands()
    console.error(`Wrong content on screen: ${remedy}`)
    findings?.remedied(remedy)
    switch (remedy) {
      case 'play':
        hands?.playAgain()
        break
      case 'remount':
        hands?.remount()
        break
      case 'skip':
        if (scene.status === 'playing') engine.failed(scene.current.item)
        break
      case 'reload':
        // If the reload is refused, the next remedy follows soon.
        void reload()
        break
      case 'card':
        hands?.showCard(true)
        break
      case 'uncard':
        hands?.showCard(false)
        break
    }
  }

  return { close: onPulse(look) }
}
