import type { CreateLine, DisplayKey, Line } from '@placard/contract'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keepAnswer } from '../../api/use-programme.ts'
import { type LineCommand, withLineCommand } from './line-commands.ts'

const commandKey = (key: DisplayKey) => ['lines', key.organisationId, key.displayId]

/** The lines with the commands that are under way done: what is seen does not wait for the network. */
export function useSeenLines(key: DisplayKey, lines: Line[]): Line[] {
  const pending = useMutationState({
    filters: { mutationKey: commandKey(key), status: 'pending' },
    select: (mutation) => mutation.state.variables as LineCommand,
  })
  return pending.reduce(withLineCommand, lines)
}

/**
 * Runs commands on the lines of a display, one after another in the order in which they were given. Each answers the display's
 * revision.
 */
export function useLineCommand(key: DisplayKey) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: commandKey(key),
    scope: { id: commandKey(key).join('/') },
    mutationFn: async (command: LineCommand): Promise<number> => {
      const params = { ...key, lineId: command.id }
      if (command.type === 'remove') {
        const { revision } = await call('removeLine', { params })
        keepAnswer(client, key, revision, { type: 'line-removed', id: command.id })
        return revision
      }
      if (command.type === 'update') {
        const answer = await call('updateLine', { params, ifMatch: command.revision, body: command.change })
        keepAnswer(client, key, answer.revision, { type: 'line', line: answer.line })
        return answer.revision
      }
      const body = command.type === 'move' ? { direction: command.direction } : { after: command.after }
      const { revision, line } = await call('moveLine', { params, body })
      keepAnswer(client, key, revision, { type: 'line', line })
      return revision
    },
  })
}

/** Adds a line at the end. `idempotencyKey` makes a second try of the same form the same command. */
export function useCreateLine(key: DisplayKey) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ line, idempotencyKey }: { line: CreateLine; idempotencyKey: string }) => {
      const answer = await call('createLine', { params: key, body: line, idempotencyKey })
      keepAnswer(client, key, answer.revision, { type: 'line', line: answer.line })
    },
  })
}
