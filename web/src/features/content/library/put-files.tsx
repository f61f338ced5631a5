import { Skeleton } from '@mantine/core'
import { DisplayId, type LibraryFile, type OrganisationId, PlaylistId } from '@placard/contract'
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
import { useTakeBackTogether } from '../entries/use-take-back.ts'
import { askLibraryAnew, tellChanged } from './use-library.ts'

const Targets = z.object({ displays: z.array(DisplayId), playlists: z.array(PlaylistId) })
type Targets = z.infer<typeof Targets>

type Props = {
  organisationId: OrganisationId
  files: readonly LibraryFile[]
  /** False for users who are limited to some displays. */
  mayEditPlaylists: boolean
  onPut: () => void
  onClose: () => void
}

/** LB2: adds files at the end of displays and playlists: to all of them or to none. */
export default function PutFiles({ organisationId, files, mayEditPlaylists, onPut, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const [commandKey] = useState(createCommandKey)
  const params = { organisationId }
  const displays = useQuery({
    queryKey: ['displays', organisationId],
    queryFn: ({ signal }) => call('listDisplays', { params, signal }),
    staleTime: 0,
  })
  const playlists = useQuery({ ...playlistsOf(organisationId), enabled: mayEditPlaylists })
  const takeBack = useTakeBackTogether(organisationId)
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
      const body = { ids: files.map(({ id }) => id), ...targets }
      const put = await call('putLibraryFiles', { params, body, idempotencyKey: commandKey.keyFor(body) })
      onPut()
      const count = targets.displays.length + targets.playlists.length
      notice('success', t('library.put-done', { files: t('library.files', { count: files.length }), count }), {
        label: t('activity.undo'),
        run: () => void takeBack(put.changes).then(() => askLibraryAnew(client, organisationId)),
      })
      await tellChanged(client, organisationId, put)
    },
    words: (problem) => {
      const [, list, index] = /^(displays|playlists)\.(\d+)$/.exec(problem.field ?? '') ?? []
      const id = list && sent.current[list as keyof Targets][Number(index)]
      const refusing = [...(displays.data ?? []), ...(playlists.data ?? [])].find((one) => one.id === id)
      return refusing && t('library.put-refused', { name: refusing.name, reason: problemInWords(problem, t) })
    },
    logAs: 'putting files on displays failed',
  })

  const { values } = form
  return (
    <FormDialog
      form={form}
      title={t('library.put-title', { files: t('library.files', { count: files.length }) })}
      submitLabel={t('library.put-submit')}
      ready={values.displays.length + values.playlists.length > 0}
      onClose={onClose}
    >
      {error && <ErrorBox message={t(`error.${codeOf(error)}`)} />}
      {!isHere && !error && <Skeleton height="9rem" radius="md" />}
      {isHere && displays.data && (
        <CheckList
          legend={t('nav.displays')}
          lead={t('library.put-lead')}
          options={displays.data}
          chosen={values.displays}
          onChange={(displays) => form.change({ displays })}
        />
      )}
      {isHere && playlists.data && playlists.data.length > 0 && (
        <CheckList
          legend={t('nav.playlists')}
          options={playlists.data}
          chosen={values.playlists}
          onChange={(playlists) => form.change({ playlists })}
        />
      )}
    </FormDialog>
  )
}
