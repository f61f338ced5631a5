import { type ChangeSeveral, type ProgrammeKey, programmeIdOf, type SeveralChanged } from '@placard/contract'
import type { QueryClient } from '@tanstack/react-query'
import { noteOwnChange } from '../../../platform/api/own-changes.ts'
import type { EntriesChange } from '../../../platform/api/programme.ts'
import { whatIsThereNow } from '../../../platform/api/undo.ts'
import { keepAnswer } from '../../../platform/api/use-programme.ts'
import { type EntryCommand, withChange } from './entry-commands.ts'

/** The call for several items or lines, with the change of the list in its answer. @throws ApiError */
export type CallSeveral<Id extends string, Change> = (
  key: ProgrammeKey,
  body: ChangeSeveral<Id, Change>,
  idempotencyKey: string,
) => Promise<SeveralChanged & { change: EntriesChange }>

export type Copy<Id extends string> = Extract<ChangeSeveral<Id, never>, { do: 'copy' }>
/** The commands that change the entries themselves. */
export type ChangeHere<Id extends string, Change> = Exclude<ChangeSeveral<Id, Change>, { do: 'copy' }>

/** [CP7] A command on several entries of a programme, displayed at once. */
export function severalCommand<Id extends string, Change extends object>(
  callSeveral: CallSeveral<Id, Change>,
  changes: ChangeHere<Id, Change>,
  idempotencyKey: string,
): Extract<EntryCommand<Id, Change>, { type: 'several' }> {
  return {
    type: 'several',
    withIt: (entries) => withSeveral(entries, changes),
    async send(client, key) {
      const { revision, change } = await callSeveral(key, changes, idempotencyKey)
      const { list } = change
      keepAnswer(client, key, revision, changes.do === 'remove' ? { list, removed: changes.ids } : change)
      return revision
    },
  }
}

/**
 * Copies entries of a programme to the end of others, and possibly of itself.
 *
 * @returns the new revision of each programme that got a copy, by which everything can be undone
 * @throws ApiError
 */
export async function copySeveral<Id extends string>(
  callSeveral: CallSeveral<Id, never>,
  client: QueryClient,
  key: ProgrammeKey,
  body: Copy<Id>,
  idempotencyKey: string,
): Promise<NonNullable<SeveralChanged['copies']>> {
  const { revision, copies = [], change } = await callSeveral(key, body, idempotencyKey)
  if (copies.some(({ programmeId }) => programmeId === programmeIdOf(key))) {
    // The answer does not contain the copies, so they are requested.
    noteOwnChange({ key, revision, change })
    await whatIsThereNow(client, key)
  }
  return copies
}

/** The list with the command applied, shown while the server is still working on it. */
function withSeveral<Entry extends { id: string }>(entries: Entry[], changes: ChangeHere<string, object>): Entry[] {
  const isMeant = ({ id }: Entry) => changes.ids.includes(id)
  switch (changes.do) {
    case 'update':
      return entries.map((entry) => (isMeant(entry) ? withChange(entry, changes.change) : entry))
    case 'move': {
      const rest = entries.filter((entry) => !isMeant(entry))
      const at = rest.findIndex(({ id }) => id === changes.after) + 1
      return changes.after !== null && at === 0 ? entries : rest.toSpliced(at, 0, ...entries.filter(isMeant))
    }
    case 'remove':
      return entries.filter((entry) => !isMeant(entry))
  }
}
