import { type Item, type Line, type Programme, type ProgrammeKey, playlistAt, programmeIdOf } from '@placard/contract'

/** The key of a programme in the query cache. */
export const programmeQueryKey = (key: ProgrammeKey) => ['programme', key.organisationId, programmeIdOf(key)] as const

/**
 * D8: of two states of a programme, the one with the higher revision; what arrives late or twice changes nothing. Of the revision
 * that a command's own answer brought about, it still tells when the loop began.
 */
export function newerProgramme(known: Programme | undefined, arrived: Programme): Programme {
  if (!known || known.revision < arrived.revision) return arrived
  const { revision, loopStartedAt } = arrived
  return known.revision > revision || known.loopStartedAt === loopStartedAt ? known : { ...known, loopStartedAt }
}

/** Of one of the two lists of a programme: those that were added or changed, or those that went. */
export type ProgrammeChange =
  | { list: 'items'; put: readonly Item[] }
  | { list: 'lines'; put: readonly Line[] }
  | { list: 'items' | 'lines'; removed: readonly string[] }

/**
 * Applies a command's answer to the programme. The revision follows only when nothing lies between the two: otherwise
 * the stream still has to bring what others did meanwhile, or what a playlist holds that was put in, and would be taken for old
 * news.
 *
 * @param revision of the programme, as the command answered it
 */
export function withAnswer(programme: Programme, revision: number, change: ProgrammeChange): Programme {
  if (revision <= programme.revision) return programme
  const next = apply(programme, change)
  return revision === programme.revision + 1 && isWhole(next) ? { ...next, revision } : next
}

/** Playlists that its inclusions bring are all there. */
function isWhole({ items, playlists }: Programme): boolean {
  return items.every(({ url }) => {
    const id = playlistAt(url)
    return id === undefined || playlists.some((playlist) => playlist.id === id)
  })
}

function apply(programme: Programme, change: ProgrammeChange): Programme {
  if ('removed' in change) {
    const left = <Entry extends { id: string }>(entries: Entry[]) =>
      entries.filter(({ id }) => !change.removed.includes(id))
    return change.list === 'items'
      ? { ...programme, items: left(programme.items) }
      : { ...programme, lines: left(programme.lines) }
  }
  return change.list === 'items'
    ? { ...programme, items: change.put.reduce(placed, programme.items) }
    : { ...programme, lines: change.put.reduce(placed, programme.lines) }
}

/** Positions sort by code units, on the server too: a comparison by language would put them elsewhere. */
function placed<Thing extends { id: string; position: string }>(list: Thing[], thing: Thing): Thing[] {
  return [...list.filter((other) => other.id !== thing.id), thing].sort((one, other) =>
    one.position < other.position ? -1 : one.position > other.position ? 1 : 0,
  )
}
