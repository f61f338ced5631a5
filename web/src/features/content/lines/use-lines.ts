import type { CreateLine, Line, LineId, ProgrammeKey, UpdateLine } from '@placard/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'
import { keepAnswer } from '../../../platform/api/use-programme.ts'
import { type EntryKind, useEntryCommand, useSeenEntries } from '../entries/use-entries.ts'

const keepsLine = ({ revision, line }: { revision: number; line: Line }) => ({
  revision,
  change: { list: 'lines', put: [line] } as const,
})

export const LINES: EntryKind<LineId, UpdateLine> = {
  name: 'line',
  update: async (key, lineId, body, ifMatch) =>
    keepsLine(await call('updateLine', { params: { ...key, lineId }, ifMatch, body })),
  move: async (key, lineId, body) => keepsLine(await call('moveLine', { params: { ...key, lineId }, body })),
  remove: async (key, lineId) => {
    const { revision } = await call('removeLine', { params: { ...key, lineId } })
    return { revision, change: { list: 'lines', removed: [lineId] } }
  },
}

export const useSeenLines = (key: ProgrammeKey, lines: Line[]) => useSeenEntries(LINES.name, key, lines)
export const useLineCommand = (key: ProgrammeKey) => useEntryCommand(LINES, key)

/** Adds a line at the end. With the same `idempotencyKey`, a second try of the form is the same command. */
export function useCreateLine(key: ProgrammeKey) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ line, idempotencyKey }: { line: CreateLine; idempotencyKey: string }) => {
      const answer = await call('createLine', { params: key, body: line, idempotencyKey })
      keepAnswer(client, key, answer.revision, { list: 'lines', put: [answer.line] })
      return answer.line
    },
  })
}
