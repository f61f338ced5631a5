import type { ProgrammeKey } from '@placard/contract'
import type { QueryClient } from '@tanstack/react-query'

/** A change of one entry of an ordered list (an item or a line), or of several. */
export type EntryCommand<Id extends string, Change> =
  /** `revision`: the entry's, as it was seen; `*`: applies whatever else has changed. */
  | { type: 'update'; id: Id; change: Change; revision: number | '*' }
  /** `neighbour` is the entry to swap with, as it was seen. It makes the preview of a move the same, applied once or twice. */
  | { type: 'move'; id: Id; direction: 'up' | 'down'; neighbour: Id }
  /** Moves it to any place: after that entry, or first. */
  | { type: 'place'; id: Id; after: Id | null }
  | { type: 'remove'; id: Id }
  /** Carries its own code (several.ts), which is loaded on demand because few users select entries. */
  | {
      type: 'several'
      withIt: <Entry extends { id: string }>(entries: Entry[]) => Entry[]
      /** @returns the programme's revision @throws ApiError */
      send: (client: QueryClient, key: ProgrammeKey) => Promise<number>
    }

/** The list with the command applied, shown while the server is still working on it. */
export function withEntryCommand<Entry extends { id: string }>(
  entries: Entry[],
  command: EntryCommand<Entry['id'], object>,
): Entry[] {
  if (command.type === 'several') return command.withIt(entries)
  const { id } = command
  if (command.type === 'update') {
    return entries.map((entry) => (entry.id === id ? withChange(entry, command.change) : entry))
  }
  const rest = entries.filter((entry) => entry.id !== id)
  if (command.type === 'remove') return rest
  const moving = entries.find((entry) => entry.id === id)
  const behind = command.type === 'move' ? command.neighbour : command.after
  const at = rest.findIndex((entry) => entry.id === behind)
  if (!moving || (behind !== null && at < 0)) return entries
  return rest.toSpliced(command.type === 'move' && command.direction === 'up' ? at : at + 1, 0, moving)
}

/** Fields that are absent in the change stay; fields that are null are removed. */
export function withChange<Entry extends object>(entry: Entry, change: object): Entry {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  const fields = Object.entries({ ...entry, ...Object.fromEntries(given) })
  return Object.fromEntries(fields.filter(([, value]) => value !== null)) as Entry
}
