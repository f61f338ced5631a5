import {
  type Corner,
  type CornerPiece,
  type DisplayKey,
  programmeIdOf,
  type WantedCornerPiece,
} from '@placard/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { whatIsThereNow } from '../../../platform/api/undo.ts'
import { keepAnswer } from '../../../platform/api/use-programme.ts'
import { errorInWords } from '../../../platform/form/problems.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import type { WhenChange } from '../conditions/schedule-dialog.tsx'
import { useTakeBack } from '../entries/use-take-back.ts'

type Command =
  | { do: 'set'; corner: Corner; piece: WantedCornerPiece | null; revision: number }
  | { do: 'move'; corner: Corner; to: Corner; revision: number }

/** A piece as `setCornerPiece` takes it. */
function wantedOf({ corner: _, revision: __, ...piece }: CornerPiece): WantedCornerPiece {
  return piece
}

/** The commands on the corners of a display. Each is saved at once. */
export function useCornerPieces(key: DisplayKey) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const takeBack = useTakeBack(key)
  const name = ['corner-piece', key.organisationId, programmeIdOf(key)]

  const { mutateAsync } = useMutation({
    mutationKey: name,
    scope: { id: name.join('/') },
    mutationFn: async (command: Command): Promise<number> => {
      const { corner, revision: ifMatch } = command
      const params = { ...key, corner }
      const { revision, piece } =
        command.do === 'set'
          ? await call('setCornerPiece', { params, ifMatch, body: { piece: command.piece } })
          : await call('moveCornerPiece', { params, ifMatch, body: { to: command.to } })
      keepAnswer(client, key, revision, { list: 'cornerPieces', gone: [corner], put: piece ? [piece] : [] })
      return revision
    },
    onError: (error) => {
      if (codeOf(error) === 'changed-meanwhile') void whatIsThereNow(client, key)
    },
  })

  const said = (words: string, revision: number) =>
    notice('success', words, { label: t('activity.undo'), run: () => void takeBack(revision) })

  /** Runs a command, and tells a failure in words. */
  const run = (command: Command, words: string) => {
    mutateAsync(command).then(
      (revision) => said(words, revision),
      (error: unknown) => {
        console.error('changing a corner failed', error)
        const reason = codeOf(error) === 'changed-meanwhile' ? t('corner.changed') : errorInWords(error, t)
        notice('error', t('status.not-saved', { reason }))
      },
    )
  }

  return {
    /** Sets a piece, and offers to undo that. @throws ApiError */
    async set(corner: Corner, piece: WantedCornerPiece, revision: number): Promise<void> {
      said(t('corner.saved'), await mutateAsync({ do: 'set', corner, piece, revision }))
    },
    /** The same for the schedule and the condition of a piece, without a message. @returns the programme's revision @throws ApiError */
    setWhen(piece: CornerPiece, change: WhenChange, revision: number): Promise<number> {
      const { schedule, condition, ...rest } = { ...wantedOf(piece), ...change }
      const next = {
        ...rest,
        ...(schedule ? { schedule } : {}),
        ...(condition ? { condition } : {}),
      } as WantedCornerPiece
      return mutateAsync({ do: 'set', corner: piece.corner, piece: next, revision })
    },
    move({ corner, revision }: CornerPiece, to: Corner): void {
      run({ do: 'move', corner, to, revision }, t('corner.moved'))
    },
    remove({ corner, revision }: CornerPiece): void {
      run({ do: 'set', corner, piece: null, revision }, t('corner.removed'))
    },
  }
}

/** The present piece of a corner that somebody else has changed meanwhile. undefined: another error. null: it is empty now. */
export function theirsIn(error: unknown): CornerPiece | null | undefined {
  if (!(error instanceof ApiError) || error.code !== 'changed-meanwhile') return undefined
  return (error.current ?? null) as CornerPiece | null
}
