import type { ItemId, PreviewState } from '@placard/contract'
import type { Detour } from '../engine/detour.ts'
import type { Engine } from '../engine/engine.ts'
import { holdFilms, playAgain } from '../stage/look.ts'

export type PreviewFrame = {
  /** Something has come onto the glass. */
  shown(): void
  close(): void
}

/**
 * Lets the page around a preview steer it (`PreviewCommand`), and tells that page where it is. No screen listens to anybody.
 */
export function steerPreview(detour: Detour, engine: Engine, serverNow: () => number): PreviewFrame {
  let told = ''

  function tell(): void {
    const scene = engine.scene()
    const itemId = scene.status === 'playing' ? scene.current.item.id : null
    const state: PreviewState = {
      preview: 'state',
      itemId,
      isLive: detour.isLive(),
      isHeld: detour.isHeld(),
      wentTo: detour.wentTo() ?? null,
    }
    const words = JSON.stringify(state)
    if (words === told) return
    told = words
    parent.postMessage(state, location.origin)
  }

  function obey({ data, origin, source }: MessageEvent): void {
    if (origin !== location.origin || source !== parent) return
    const { preview, itemId, at }: Record<string, unknown> = Object(data)
    const wasHeld = detour.isHeld()
    if (preview === 'show') detour.show(itemId as ItemId, serverNow())
    else if (preview === 'hold' || preview === 'resume' || preview === 'skip') detour[preview](serverNow())
    else if (preview === 'at' && typeof at === 'number') detour.goTo(at, serverNow())
    else if (preview === 'change') detour.goToChange(serverNow())
    else if (preview === 'live') detour.live()
    else return
    engine.recheck()
    if (detour.isHeld()) holdFilms(document)
    else if (wasHeld) playAgain(document)
    tell()
  }

  window.addEventListener('message', obey)
  const stopFollowing = engine.onChange(tell)
  tell()
  return {
    shown() {
      if (detour.isHeld()) holdFilms(document)
    },
    close() {
      window.removeEventListener('message', obey)
      stopFollowing()
    },
  }
}
