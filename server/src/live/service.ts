import { LIVE_EVENTS } from '@placard/contract'
import { readManifest, readProgramme } from '../manifest/service.ts'
import type { Context } from '../platform/context.ts'
import { createHub, type Hub } from './hub.ts'

/** The two streams of every display: what players play, and everything for those who manage it. */
export type Live = { manifests: Hub; programmes: Hub; close(): void }

export function createLive(context: Context): Live {
  const options = { log: context.log, now: context.now, random: Math.random }
  const manifests = createHub(LIVE_EVENTS.manifest, (key) => readManifest(context, key), options)
  const programmes = createHub(LIVE_EVENTS.programme, (key) => readProgramme(context, key), options)

  const stopListening = context.bus.onHint((hint) => {
    switch (hint.kind) {
      case 'display.changed':
        manifests.announce(hint)
        programmes.announce(hint)
        break
      case 'display.removed':
        // The last manifest has nothing to show; of the programme there is nothing left to say.
        manifests.announce(hint)
        programmes.endDisplay(hint)
        break
      case 'session.changed':
        programmes.endSession(hint.sessionId, 'stopping')
        break
      case 'session.ended':
        programmes.endSession(hint.sessionId, 'signed-out')
        break
    }
  })

  return {
    manifests,
    programmes,
    close() {
      stopListening()
      manifests.close()
      programmes.close()
    },
  }
}
