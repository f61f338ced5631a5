import type { Engine } from '../engine/engine.ts'
import { contentOf } from '../engine/rest.ts'
import { isRight, type Remedy, type Seen, supervise, watch } from '../engine/supervisor.ts'
import { onPulse } from '../page/pulse.ts'
import { reload } from '../page/reload.ts'
import type { Glass } from './glass.ts'

export type Supervisor = { close(): void }

/** The findings of a watch: each remedy that was tried, and each look at which all was well and the browser drew. */
export type Findings = { remedied(remedy: Remedy): void; painted(): void }

/**
 * Once a second: is what should be on the glass really there? And if not, what is the mildest thing that may help?
 *
 * @param isHeld whether somebody has made it stand still on purpose, as in a preview
 */
export function superviseStage(
  engine: Engine,
  glass: Glass,
  findings: Findings | undefined,
  isHeld: () => boolean = () => false,
): Supervisor {
  let state = watch(performance.now())
  let isDrawing = false

  function look(): void {
    const scene = engine.scene()
    const isDue = scene.status === 'playing' && !document.hidden && !isHeld()
    const due = isDue ? contentOf(scene.current.item) : undefined
    const onGlass = glass.hands()?.look() ?? { shown: undefined, painted: false, position: undefined, signs: 0 }
    const seen: Seen = { ...onGlass, due }
    if (isRight(state, seen) && !isDrawing) {
      isDrawing = true
      // A page that nobody sees, and one whose engine has given up drawing, wait for it.
      requestAnimationFrame(() => {
        isDrawing = false
        findings?.painted()
      })
    }
    const { watch, remedy } = supervise(state, seen, performance.now())
    state = watch
    if (remedy) heal(remedy)
  }

  function heal(remedy: Remedy): void {
    const scene = engine.scene()
    const hands = glass.hands()
    console.error(`What should be on the glass is not there: ${remedy}`)
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
        // Refused, the next rung is near.
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
