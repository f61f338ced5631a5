import type { LibraryFile, OrganisationId } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { createCommandKey } from '../../../platform/api/command-key.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { TargetLists, useTargets, useTargetsForm } from '../entries/targets.tsx'
import { useTakeBackTogether } from '../entries/use-take-back.ts'
import { askLibraryAnew, tellChanged } from './use-library.ts'

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
  const targets = useTargets(organisationId, mayEditPlaylists)
  const takeBack = useTakeBackTogether(organisationId)

  const form = useTargetsForm(targets, {
    save: async (chosen) => {
      const body = { ids: files.map(({ id }) => id), ...chosen }
      const put = await call('putLibraryFiles', { params, body, idempotencyKey: commandKey.keyFor(body) })
      onPut()
      const count = chosen.displays.length + chosen.playlists.length
      notice('success', t('library.put-done', { files: t('library.files', { count: files.length }), count }), {
        label: t('activity.undo'),
        run: () => void takeBack(put.changes).then(() => askLibraryAnew(client, organisationId)),
      })
      await tellChanged(client, organisationId, put)
    },
    refused: (refusing) => t('library.put-refused', refusing),
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
      <TargetLists
        of={targets}
        chosen={values}
        onChange={form.change}
        displays={{ legend: t('nav.displays'), lead: t('library.put-lead') }}
        playlists={{ legend: t('nav.playlists') }}
      />
    </FormDialog>
  )
}
