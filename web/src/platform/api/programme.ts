import {
  CORNERS,
  type Condition,
  type Corner,
  type CornerPiece,
  type Item,
  keyOfCondition,
  keyOfValue,
  type Layout,
  type Line,
  type Programme,
  type ProgrammeKey,
  playlistAt,
  programmeIdOf,
} from '@placard/contract'

/** The key of a programme in the query cache. */
export const programmeQueryKey = (key: ProgrammeKey) => ['programme', key.organisationId, programmeIdOf(key)] as const

/**
 * D8: of two states of a programme, the one with the higher revision, so that late or repeated messages change nothing. For the revision
 * of a command's own answer, a message still updates the time at which the loop began.
 */
export function newerProgramme(known: Programme | undefined, arrived: Programme): Programme {
  if (!known || known.revision < arrived.revision) return arrived
  const { revision, loopStartedAt } = arrived
  return known.revision > revision || known.loopStartedAt === loopStartedAt ? known : { ...known, loopStartedAt }
}

/** A change of one of the two lists of a programme: entries that were added or changed, or that were removed. */
export type EntriesChange =
  | { list: 'items'; put: readonly Item[] }
  | { list: 'lines'; put: readonly Line[] }
  | { list: 'items' | 'lines'; removed: readonly string[] }

export type ProgrammeChange =
  | EntriesChange
  | { list: 'layout'; layout: Layout | null }
  /** Corners that were emptied, and then the pieces that were put into some. */
  | { list: 'cornerPieces'; gone: readonly Corner[]; put: readonly CornerPiece[] }

/**
 * Applies a command's answer to the programme. The revision is only updated if none lies between the two and all included playlists and
 * all compared values are there. Otherwise the stream still has to deliver other users' changes, the content of a playlist or a value, which
 * would be ignored as outdated.
 *
 * @param revision the programme's, in the answer of the command
 */
export function withAnswer(programme: Programme, revision: number, change: ProgrammeChange): Programme {
  if (revision <= programme.revision) return programme
  const next = apply(programme, change)
  return revision === programme.revision + 1 && isWhole(next) ? { ...next, revision } : next
}

/** True if the content of all included playlists is there, and of those in zones, and the values that conditions compare. */
function isWhole({ items, lines, cornerPieces, playlists, layout, zones, values }: Programme): boolean {
  const isThere = (id: string | undefined, list: Programme['playlists']) =>
    id === undefined || list.some((playlist) => playlist.id === id)
  const known = values?.map(({ of }) => keyOfValue(of))
  const conditions = [...items, ...lines, ...cornerPieces, ...(layout?.zones ?? [])].map(({ condition }) => condition)
  return (
    conditions.every((one) => one?.all.every(({ value }) => known?.includes(keyOfValue(value))) ?? true) &&
    conditions.every((one) => !one || !BY_CLOCK.test(JSON.stringify(one)) || isForeseen(one, values)) &&
    items.every(({ url }) => isThere(playlistAt(url), playlists)) &&
    (layout?.zones ?? []).every(({ playlistId }) => isThere(playlistId, zones))
  )
}

/** A condition that goes by the clock, or one with such a word. */
const BY_CLOCK = /"(today|now)"/

const isForeseen = (condition: Condition, values: Programme['values'] = []): boolean =>
  values.some(({ answers }) => answers?.[keyOfCondition(condition)])

function apply(programme: Programme, change: ProgrammeChange): Programme {
  if (change.list === 'layout') return { ...programme, layout: change.layout }
  if (change.list === 'cornerPieces') return { ...programme, cornerPieces: withCorners(programme.cornerPieces, change) }
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

function withCorners(
  pieces: readonly CornerPiece[],
  { gone, put }: Extract<ProgrammeChange, { list: 'cornerPieces' }>,
): CornerPiece[] {
  return CORNERS.flatMap((corner) => {
    const piece = put.find((one) => one.corner === corner)
    return piece ?? pieces.find((one) => one.corner === corner && !gone.includes(corner)) ?? []
  })
}

/** Positions are compared by code units, like on the server. A comparison by language would give another order. */
function placed<Thing extends { id: string; position: string }>(list: Thing[], thing: Thing): Thing[] {
  return [...list.filter((other) => other.id !== thing.id), thing].sort((one, other) =>
    one.position < other.position ? -1 : one.position > other.position ? 1 : 0,
  )
}
