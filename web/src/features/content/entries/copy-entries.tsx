import { Skeleton } from '@mantine/core'
import { DisplayId, PlaylistId, type ProgrammeKey, programmeIdOf } from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { createCommandKey } from '../../../platform/api/command-key.ts'
import { playlistsOf } from '../../../platform/api/playlists.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { problemInWords } from '../../../platform/form/problems.ts'
import { useForm } from '../../../platform/form/use-form.ts'
import { CheckList } from '../../../platform/ui/check-list.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import styles from './copy-entries.module.css'
import { type CallSeveral, copySeveral } from './several.ts'
import type { EntryName } from './use-entries.ts'
import { useTakeBackTogether } from './use-take-back.ts'

const Targets = z.object({ displays: z.array(DisplayId), playlists: z.array(PlaylistId) })
type Targets = z.infer<typeof Targets>

type Props = {
  of: EntryName
  callSeveral: CallSeveral<string, never>
  /** The programme that they are in. */
  programmeKey: ProgrammeKey
  ids: string[]
  /** Their titles or texts. */
  name: string
  /** The reason they cannot be added to a playlist; undefined if they can. */
  noPlaylists: string | undefined
  /** False for users who are limited to some displays. */
  mayEditPlaylists: boolean
  onClose: () => void
}

/** CP7: copies items or lines to the chosen displays and playlists: to all of them or to none. */
export default function CopyEntries(props: Props) {
  const { of, callSeveral, programmeKey, ids, name, noPlaylists, mayEditPlaylists, onClose } = props
  const { t, language } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const [commandKey] = useState(createCommandKey)
  const { organisationId } = programmeKey
  const displays = useQuery({
    queryKey: ['displays', organisationId],
    queryFn: ({ signal }) => call('listDisplays', { params: { organisationId }, signal }),
  })
  const playlists = useQuery({ ...playlistsOf(organisationId), enabled: mayEditPlaylists })
  const takeBack = useTakeBackTogether(organisationId)
  const several = t(`select.${of}.several`, { count: ids.length })
  const error = displays.error ?? playlists.error
  const isHere = displays.data !== undefined && (!mayEditPlaylists || playlists.data !== undefined)

  /** The targets in the order in which they were sent, because errors refer to them by index. */
  const sent = useRef<Targets>({ displays: [], playlists: [] })

  const form = useForm({
    schema: Targets,
    start: (): Targets => ({ displays: [], playlists: [] }),
    shows: [],
    save: async (targets) => {
      sent.current = targets
      const { displays, playlists } = targets
      const body = { do: 'copy' as const, ids, displays, ...(playlists.length > 0 ? { playlists } : {}) }
      // An error names the target as `displays.<index>` or `playlists.<index>`.
      const copies = await copySeveral(callSeveral, client, programmeKey, body, commandKey.keyFor(body))
      onClose()
      const where = [
        ...(displays.length > 0 ? [t('select.displays', { count: displays.length })] : []),
        ...(playlists.length > 0 ? [t('select.playlists', { count: playlists.length })] : []),
      ]
      notice('success', t(`select.${of}.copied`, { several, places: new Intl.ListFormat(language).format(where) }), {
        label: t('activity.undo'),
        run: () => void takeBack(copies),
      })
    },
    words: (problem) => {
      const id = refusedBy(problem.field, sent.current)
      const refusing = [...(displays.data ?? []), ...(playlists.data ?? [])].find((one) => one.id === id)
      return refusing && t('select.copy-refused', { name: refusing.name, reason: problemInWords(problem, t) })
    },
    logAs: `copying ${of}s failed`,
  })

  const { values } = form
  const here: string = programmeIdOf(programmeKey)
  const optionOf = <Id extends string>({ id, name }: { id: Id; name: string }) => ({
    id,
    name,
    note: id === here ? t('select.copy-here') : undefined,
  })

  return (
    <FormDialog
      form={form}
      title={t(`select.${of}.copy-title`, { several })}
      submitLabel={t('select.copy-submit')}
      ready={values.displays.length + values.playlists.length > 0}
      onClose={onClose}
    >
      <p className={styles.name} dir="auto">
        {name}
      </p>
      {error && <ErrorBox message={t(`error.${codeOf(error)}`)} />}
      {!isHere && !error && <Skeleton className={styles.skeleton ?? ''} radius="md" />}
      {isHere && displays.data && (
        <CheckList
          legend={t('select.copy-label')}
          lead={t('select.copy-lead')}
          options={displays.data.map(optionOf)}
          chosen={values.displays}
          onChange={(displays) => form.change({ displays })}
        />
      )}
      {isHere && playlists.data && playlists.data.length > 0 && (
        <CheckList
          legend={t('select.copy-playlists')}
          lead={noPlaylists}
          options={playlists.data.map(optionOf)}
          chosen={values.playlists}
          disabled={noPlaylists !== undefined}
          onChange={(playlists) => form.change({ playlists })}
        />
      )}
    </FormDialog>
  )
}

/** @param field for example `displays.1` */
function refusedBy(field: string | undefined, sent: Targets): string | undefined {
  const [, list, index] = /^(displays|playlists)\.(\d+)$/.exec(field ?? '') ?? []
  return index === undefined ? undefined : sent[list as keyof Targets][Number(index)]
}
