import {
  isPlaylistId,
  LIVE_EVENTS,
  type OrganisationId,
  type ProgrammeId,
  type ProgrammeKey,
  programmeKeyOf,
} from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import { openFileLimit } from '../../platform/open-files.ts'
import { readManifests, readProgramme } from '../manifest/service.ts'
import { createCatchUp } from './catch-up.ts'
import { createHub, type Hub } from './hub.ts'
import { createPlaces, divideStreams, type Places } from './places.ts'
import { readTogether } from './together.ts'

/**
 * The two streams of every programme: one for players, and one with everything for people who manage it. Also the limits on
 * listeners.
 */
export type Live = {
  manifests: Hub
  programmes: Hub
  places: { screens: Places; people: Places }
  close(): void
}

/** @param keepOpen returns those of at most 500 sessions that have not ended */
export function createLive(context: Context, keepOpen: (sessionIds: string[]) => Promise<string[]>): Live {
  const options = { log: context.log, now: context.now, random: Math.random }
  const manifests = createHub(
    LIVE_EVENTS.manifest,
    readTogether((keys: readonly ProgrammeKey[]) => readManifests(context, keys)),
    options,
  )
  const programmes = createHub(LIVE_EVENTS.programme, (key) => readProgramme(context, key), options)

  const limits = divideStreams(context.config.streams, openFileLimit())
  const { inAll } = context.config.streams
  const most = limits.screens.inAll + limits.people.inAll
  if (inAll !== undefined && inAll > most) {
    context.log.warn({ wanted: inAll, most }, 'STREAMS_MAX is higher than the limit of open files: raise that limit')
  }
  const places = { screens: createPlaces(limits.screens), people: createPlaces(limits.people) }

  const catchUp = createCatchUp(context, { manifests, programmes }, keepOpen)
  const stopListening = context.bus.onHint((hint) => {
    switch (hint.kind) {
      case 'programme.changed':
        manifests.announce(keyOf(hint))
        programmes.announce(keyOf(hint))
        break
      case 'programme.removed':
        // The last manifest of a removed display has nothing to show. A removed playlist, and the management stream, have no
        // further documents.
        if (isPlaylistId(hint.programmeId)) manifests.endProgramme(keyOf(hint))
        else manifests.announce(keyOf(hint))
        programmes.endProgramme(keyOf(hint))
        break
      case 'session.changed':
        for (const hub of [manifests, programmes]) hub.endSession(hint.sessionId, 'stopping')
        break
      case 'session.ended':
        for (const hub of [manifests, programmes]) hub.endSession(hint.sessionId, 'signed-out', hint.because)
        break
      case 'hints.missed':
        // New revisions are polled every second anyway. The rights of sessions are checked again when they reconnect.
        for (const hub of [manifests, programmes]) {
          for (const sessionId of hub.sessionIds()) hub.endSession(sessionId, 'stopping')
        }
        break
    }
  })

  return {
    manifests,
    programmes,
    places,
    close() {
      stopListening()
      catchUp.close()
      manifests.close()
      programmes.close()
    },
  }
}

const keyOf = ({ organisationId, programmeId }: { organisationId: OrganisationId; programmeId: ProgrammeId }) =>
  programmeKeyOf(organisationId, programmeId)
