import { type ProgrammeKey, programmeIdOf } from '@placard/contract'
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { ProgrammeChange } from '../../../platform/api/programme.ts'
import { keepAnswer } from '../../../platform/api/use-programme.ts'
import { type EntryCommand, withEntryCommand } from './entry-commands.ts'

type Answer = Promise<{ revision: number; change: ProgrammeChange }>

/** The name of one of a programme's two ordered lists, for cards and rows (`data-item`) and for the cache of commands. */
export type EntryName = 'item' | 'line'

/** Items or lines: the name, and the calls for one entry. Each answers with the change of the list. */
export type EntryKind<Id extends string, Change> = {
  name: EntryName
  update: (key: ProgrammeKey, id: Id, change: Change, ifMatch: number | '*') => Answer
  move: (key: ProgrammeKey, id: Id, to: { direction: 'up' | 'down' } | { after: Id | null }) => Answer
  remove: (key: ProgrammeKey, id: Id) => Answer
}

const commandKey = (name: EntryName, key: ProgrammeKey) => [name, key.organisationId, programmeIdOf(key)]

/** The entries with all pending commands applied, so that the display does not wait for the network. */
export function useSeenEntries<Entry extends { id: string }>(
  name: EntryName,
  key: ProgrammeKey,
  entries: Entry[],
): Entry[] {
  const pending = useMutationState({
    filters: { mutationKey: commandKey(name, key), status: 'pending' },
    select: (mutation) => mutation.state.variables as EntryCommand<Entry['id'], object>,
  })
  return pending.reduce<Entry[]>((seen, command) => withEntryCommand(seen, command), entries)
}

/**
 * Runs commands on the entries of a programme, one after another in the given order. Each returns the new revision of the programme.
 */
export function useEntryCommand<Id extends string, Change>(kind: EntryKind<Id, Change>, key: ProgrammeKey) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: commandKey(kind.name, key),
    scope: { id: commandKey(kind.name, key).join('/') },
    mutationFn: (command: EntryCommand<Id, Change>) => run(kind, client, key, command),
  })
}

/** Sends a command and applies its answer. @returns the programme's revision @throws ApiError */
async function run<Id extends string, Change>(
  kind: EntryKind<Id, Change>,
  client: QueryClient,
  key: ProgrammeKey,
  command: EntryCommand<Id, Change>,
): Promise<number> {
  if (command.type === 'several') return command.send(client, key)
  const { revision, change } = await send(kind, key, command)
  keepAnswer(client, key, revision, change)
  return revision
}

function send<Id extends string, Change>(
  kind: EntryKind<Id, Change>,
  key: ProgrammeKey,
  command: Exclude<EntryCommand<Id, Change>, { type: 'several' }>,
): Answer {
  switch (command.type) {
    case 'update':
      return kind.update(key, command.id, command.change, command.revision)
    case 'move':
      return kind.move(key, command.id, { direction: command.direction })
    case 'place':
      return kind.move(key, command.id, { after: command.after })
    case 'remove':
      return kind.remove(key, command.id)
  }
}
