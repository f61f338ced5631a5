import { type ProgrammeKey, programmeIdOf } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createCommandKey } from '../../../platform/api/command-key.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import dialog from '../schedules/schedule-dialog.module.css'
import { type CallSeveral, copySeveral } from './several.ts'
import { TargetLists, useTargets, useTargetsForm } from './targets.tsx'
import type { EntryName } from './use-entries.ts'
import { useTakeBackTogether } from './use-take-back.ts'

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
  const targets = useTargets(organisationId, mayEditPlaylists)
  const takeBack = useTakeBackTogether(organisationId)
  const several = t(`select.${of}.several`, { count: ids.length })

  const form = useTargetsForm(targets, {
    save: async ({ displays, playlists }) => {
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
    refused: (refusing) => t('select.copy-refused', refusing),
    logAs: `copying ${of}s failed`,
  })

  const { values } = form
  const here: string = programmeIdOf(programmeKey)

  return (
    <FormDialog
      form={form}
      title={t(`select.${of}.copy-title`, { several })}
      submitLabel={t('select.copy-submit')}
      ready={values.displays.length + values.playlists.length > 0}
      onClose={onClose}
    >
      <p className={dialog.name} dir="auto">
        {name}
      </p>
      <TargetLists
        of={targets}
        chosen={values}
        onChange={form.change}
        displays={{ legend: t('select.copy-label'), lead: t('select.copy-lead') }}
        playlists={{ legend: t('select.copy-playlists'), lead: noPlaylists, disabled: noPlaylists !== undefined }}
        noteOf={(id) => (id === here ? t('select.copy-here') : undefined)}
      />
    </FormDialog>
  )
}
