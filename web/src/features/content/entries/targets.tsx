import { Skeleton } from '@mantine/core'
import { DisplayId, type OrganisationId, PlaylistId } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { z } from 'zod'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { playlistsOf } from '../../../platform/api/playlists.ts'
import { problemInWords } from '../../../platform/form/problems.ts'
import { useForm } from '../../../platform/form/use-form.ts'
import { CheckList } from '../../../platform/ui/check-list.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

const Targets = z.object({ displays: z.array(DisplayId), playlists: z.array(PlaylistId) })
type Targets = z.infer<typeof Targets>
const NO_TARGETS: Targets = { displays: [], playlists: [] }

/** The displays and playlists that entries can be added to. @param mayEditPlaylists false: displays alone */
export function useTargets(organisationId: OrganisationId, mayEditPlaylists: boolean) {
  const displays = useQuery({
    queryKey: ['displays', organisationId],
    queryFn: ({ signal }) => call('listDisplays', { params: { organisationId }, signal }),
    staleTime: 0,
  })
  const playlists = useQuery({ ...playlistsOf(organisationId), enabled: mayEditPlaylists })
  /** The targets in the order in which they were sent, because errors refer to them by index. */
  const sent = useRef(NO_TARGETS)
  const isHere = displays.data !== undefined && (!mayEditPlaylists || playlists.data !== undefined)
  return {
    /** Undefined until all of them are known. */
    found: isHere ? { displays: displays.data, playlists: playlists.data ?? [] } : undefined,
    error: displays.error ?? playlists.error,
    sent,
    /** The target that a field of an error names. @param field for example `displays.1` */
    at(field: string | undefined) {
      const [, list, index] = /^(displays|playlists)\.(\d+)$/.exec(field ?? '') ?? []
      const id = list && sent.current[list as keyof Targets][Number(index)]
      return [...(displays.data ?? []), ...(playlists.data ?? [])].find((one) => one.id === id)
    },
  }
}

type Saving = {
  /** Adds the entries to the targets. */
  save: (chosen: Targets) => Promise<void>
  /** The message if one of the targets refuses them. */
  refused: (refusing: { name: string; reason: string }) => string
  logAs: string
}

/** A form that adds entries to the chosen targets: to all of them or to none. */
export function useTargetsForm(targets: ReturnType<typeof useTargets>, { save, refused, logAs }: Saving) {
  const { t } = useI18n()
  return useForm({
    schema: Targets,
    start: () => NO_TARGETS,
    shows: [],
    save: (chosen) => {
      targets.sent.current = chosen
      return save(chosen)
    },
    words: (problem) => {
      const refusing = targets.at(problem.field)
      return refusing && refused({ name: refusing.name, reason: problemInWords(problem, t) })
    },
    logAs,
  })
}

type Words = { legend: string; lead?: string | undefined; disabled?: boolean }
type Props = {
  of: ReturnType<typeof useTargets>
  chosen: Targets
  onChange: (change: Partial<Targets>) => void
  displays: Words
  playlists: Words
  /** Shown after the name of a target. */
  noteOf?: (id: string) => string | undefined
}

/** The lists of displays and playlists to choose from, once they are loaded. */
export function TargetLists({ of: { found, error }, chosen, onChange, displays, playlists, noteOf }: Props) {
  const { t } = useI18n()
  if (!found) return error ? <ErrorBox message={t(`error.${codeOf(error)}`)} /> : <Skeleton height="9rem" radius="md" />
  const list = <List extends keyof Targets>(name: List, words: Words) => (
    <CheckList<Targets[List][number]>
      {...words}
      options={found[name].map(({ id, name }) => ({ id, name, note: noteOf?.(id) }))}
      chosen={chosen[name]}
      onChange={(ids) => onChange({ [name]: ids })}
    />
  )
  return (
    <>
      {list('displays', displays)}
      {found.playlists.length > 0 && list('playlists', playlists)}
    </>
  )
}
