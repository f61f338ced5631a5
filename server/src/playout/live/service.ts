import {
  isPlaylistId,
  LIVE_EVENTS,
  type OrganisationId,
  type ProgrammeId,
  type ProgrammeKey,
  programmeKeyOf,
  type TableKey,
} from '@placard/contract'
import { findOpenTable } from '../../content/tables/service.ts'
import type { Context } from '../../platform/context.ts'
import { openFileLimit } from '../../platform/open-files.ts'
import { readManifests, readProgramme } from '../manifest/service.ts'
import { createCatchUp } from './catch-up.ts'
import { createHub, type Hub } from './hub.ts'
import { createPlaces, divideStreams, type Places } from './places.ts'
import { readTogether } from './together.ts'

/**
 * The two streams of every programme: one for players, and one with everything for people who manage it. The stream of every
 * table. Also the limits on listeners.
 */
export type Live = {
  manifests: Hub
  programmes: Hub
  tables: Hub<TableKey>
  places: { screens: Places; people: Places }
  close(): void
}

/** @param keepOpen returns those of at most 500 sessions that have not ended */
export function createLive(context: Context, keepOpen: (sessionIds: string[]) => Promise<string[]>): Live {
  const options = { log: context.log, now: context.now, random: Math.random }
  const manifests = createHub<ProgrammeKey>(
    LIVE_EVENTS.manifest,
    readTogether((keys: readonly ProgrammeKey[]) => readManifests(context, keys)),
    options,
  )
  const programmes = createHub(LIVE_EVENTS.programme, (key: ProgrammeKey) => readProgramme(context, key), options)

  const tables = createHub(LIVE_EVENTS.table, (key: TableKey) => findOpenTable(context, key), options)
  const all = [manifests, programmes, tables]

  const limits = divideStreams(context.config.streams, openFileLimit())
  const { inAll } = context.config.streams
  const most = limits.screens.inAll + limits.people.inAll
  if (inAll !== undefined && inAll > most) {
    context.log.warn({ wanted: inAll, most }, 'STREAMS_MAX is higher than the limit of open files: raise that limit')
  }
  const places = { screens: createPlaces(limits.screens), people: createPlaces(limits.people) }

  const catchUp = createCatchUp(context, { manifests, programmes, tables }, keepOpen)
  /** Sends a table to its listeners, or ends their streams if it was removed. */
  async function announceTable(key: TableKey): Promise<void> {
    const isListened = tables
      .listened()
      .some((one) => one.organisationId === key.organisationId && one.tableId === key.tableId)
    if (!isListened) return
    try {
      if (await findOpenTable(context, key)) tables.announce(key)
      else tables.endProgramme(key)
    } catch (error) {
      // The poll of revisions announces it within a second.
      context.log.warn({ err: error, ...key }, 'a change of a table could not be read')
    }
  }

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
      case 'table.changed': {
        const { organisationId, tableId } = hint
        void announceTable({ organisationId, tableId })
        break
      }
      case 'session.changed':
        for (const hub of all) hub.endSession(hint.sessionId, 'stopping')
        break
      case 'session.ended':
        for (const hub of all) hub.endSession(hint.sessionId, 'signed-out', hint.because)
        break
      case 'hints.missed':
        // New revisions are polled every second anyway. The rights of sessions are checked again when they reconnect.
        for (const hub of all) {
          for (const sessionId of hub.sessionIds()) hub.endSession(sessionId, 'stopping')
        }
        break
    }
  })

  return {
    manifests,
    programmes,
    tables,
    places,
    close() {
      stopListening()
      catchUp.close()
      for (const hub of all) hub.close()
    },
  }
}

const keyOf = ({ organisationId, programmeId }: { organisationId: OrganisationId; programmeId: ProgrammeId }) =>
  programmeKeyOf(organisationId, programmeId)
