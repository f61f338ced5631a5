import { type DisplayKey, type Layout, type Programme, programmeIdOf } from '@placard/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { askPlaylistsAnew } from '../../../platform/api/playlists.ts'
import { programmeQueryKey } from '../../../platform/api/programme.ts'
import { whatIsThereNow } from '../../../platform/api/undo.ts'
import { keepAnswer } from '../../../platform/api/use-programme.ts'
import { errorInWords, type Problem, problemInWords, problemOfCall } from '../../../platform/form/problems.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { useTakeBack } from '../entries/use-take-back.ts'
import { type Wanted, wantedOf } from './wanted.ts'

type Command = { wanted: Wanted | null; base: number }
export type Conflict = { mine: Wanted | null; theirs: Layout | null }

/** The layout of a display as the page shows it, with changes that are still on their way, and its commands. */
export function useLayout(key: DisplayKey, programme: Programme) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const takeBack = useTakeBack(key)
  const { organisationId } = key
  const saved = programme.layout
  const [pending, setPending] = useState<{ wanted: Wanted | null }>()
  const [conflict, setConflict] = useState<Conflict>()
  const [problem, setProblem] = useState<Problem>()
  /** The revision that each of this page's own changes led to: a change that began before it counts as made after it. */
  const own = useRef(new Map<number, number>())
  const newest = useRef(0)
  const name = ['layout', organisationId, programmeIdOf(key)]

  const { mutateAsync } = useMutation({
    mutationKey: name,
    scope: { id: name.join('/') },
    mutationFn: async ({ wanted, base }: Command) => {
      let ifMatch = base
      for (let next = own.current.get(base); next !== undefined; next = own.current.get(next)) ifMatch = next
      const { revision, layout } = await call('setLayout', { params: key, ifMatch, body: { layout: wanted } })
      const after = layout?.revision ?? 0
      if (after === ifMatch) return undefined
      own.current.set(ifMatch, after)
      own.current.delete(after)
      keepAnswer(client, key, revision, { list: 'layout', layout })
      return revision
    },
  })

  /**
   * Saves a layout, and offers to undo that.
   *
   * @param base the revision of the layout that the change starts from
   * @returns false if somebody else has changed it meanwhile: the page then asks
   * @throws ApiError
   */
  const save = async (wanted: Wanted | null, base = saved?.revision ?? 0): Promise<boolean> => {
    newest.current += 1
    const ours = newest.current
    setProblem(undefined)
    setPending({ wanted })
    try {
      const revision = await mutateAsync({ wanted, base })
      if (revision === undefined) return true
      notice('success', t(wanted ? 'layout.saved' : 'layout.removed'), {
        label: t('activity.undo'),
        run: () => void takeBack(revision),
      })
      void askPlaylistsAnew(client, organisationId)
      return true
    } catch (error) {
      if (codeOf(error) !== 'changed-meanwhile') throw error
      await whatIsThereNow(client, key)
      const theirs = client.getQueryData<Programme>(programmeQueryKey(key))?.layout ?? null
      setConflict({ mine: wanted, theirs })
      return false
    } finally {
      if (ours === newest.current) setPending(undefined)
    }
  }

  /** The same for direct manipulation: a failure is told, and the layout is shown as it is saved. */
  const change = (wanted: Wanted | null, base?: number) => {
    save(wanted, base).catch((error: unknown) => {
      console.error('changing a layout failed', error)
      const found = problemOfCall(error)
      setProblem(found)
      notice('error', t('status.not-saved', { reason: errorInWords(error, t) }))
    })
  }

  return {
    /** The layout to show. */
    layout: pending ? pending.wanted : wantedOf(saved),
    /** The revision that a change which begins now starts from. */
    revision: saved?.revision ?? 0,
    isSaving: pending !== undefined,
    save,
    change,
    /** The words of the last refusal, if it is about this part of the layout. */
    problemAt: (field: string) =>
      problem?.field !== undefined && (problem.field === field || problem.field.startsWith(`${field}.`))
        ? problemInWords(problem, t)
        : undefined,
    conflict,
    /** Goes on with one of the two layouts. */
    settle: (takesMine: boolean) => {
      setConflict(undefined)
      if (takesMine && conflict) change(conflict.mine, conflict.theirs?.revision ?? 0)
    },
  }
}
