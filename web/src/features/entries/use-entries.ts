import { type ProgrammeKey, programmeIdOf } from '@placard/contract'
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { ProgrammeChange } from '../../api/programme.ts'
import { keepAnswer } from '../../api/use-programme.ts'
import type { EntryCommand } from './entry-commands.ts'

/** Items or lines: the part that differs between the two ordered lists of a programme. */
export type EntryKind<Entry, Command> = {
  /** Names them on cards and rows (`data-item`), and in the cache of commands. */
  name: 'item' | 'line'
  /** @returns the programme's revision @throws ApiError */
  run: (client: QueryClient, key: ProgrammeKey, command: Command) => Promise<number>
  /** The list with a command done, shown while the server is still at it. */
  withCommand: (entries: Entry[], command: Command) => Entry[]
}

const commandKey = (kind: { name: string }, key: ProgrammeKey) => [kind.name, key.organisationId, programmeIdOf(key)]

/** The entries with the commands that are under way done: what is seen does not wait for the network. */
export function useSeenEntries<Entry, Command>(
  kind: EntryKind<Entry, Command>,
  key: ProgrammeKey,
  entries: Entry[],
): Entry[] {
  const pending = useMutationState({
    filters: { mutationKey: commandKey(kind, key), status: 'pending' },
    select: (mutation) => mutation.state.variables as Command,
  })
  return pending.reduce(kind.withCommand, entries)
}

/**
 * Runs commands on the entries of a programme, one after another in the order in which they were given. Each answers the
 * programme's revision.
 */
export function useEntryCommand<Entry, Command>(kind: EntryKind<Entry, Command>, key: ProgrammeKey) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: commandKey(kind, key),
    scope: { id: commandKey(kind, key).join('/') },
    mutationFn: (command: Command) => kind.run(client, key, command),
  })
}

type Answer = Promise<{ revision: number; change: ProgrammeChange }>

/** The calls on one entry, each with what its answer changes. */
export type EntryCalls<Id extends string, Change> = {
  update: (key: ProgrammeKey, id: Id, change: Change, ifMatch: number | '*') => Answer
  move: (key: ProgrammeKey, id: Id, to: { direction: 'up' | 'down' } | { after: Id | null }) => Answer
  remove: (key: ProgrammeKey, id: Id) => Answer
}

/** Sends a command on one entry, and keeps its answer. @returns the programme's revision @throws ApiError */
export async function runEntryCommand<Id extends string, Change>(
  calls: EntryCalls<Id, Change>,
  client: QueryClient,
  key: ProgrammeKey,
  command: EntryCommand<Id, Change>,
): Promise<number> {
  const { revision, change } = await send(calls, key, command)
  keepAnswer(client, key, revision, change)
  return revision
}

function send<Id extends string, Change>(
  calls: EntryCalls<Id, Change>,
  key: ProgrammeKey,
  command: EntryCommand<Id, Change>,
): Answer {
  switch (command.type) {
    case 'update':
      return calls.update(key, command.id, command.change, command.revision)
    case 'move':
      return calls.move(key, command.id, { direction: command.direction })
    case 'place':
      return calls.move(key, command.id, { after: command.after })
    case 'remove':
      return calls.remove(key, command.id)
  }
}
