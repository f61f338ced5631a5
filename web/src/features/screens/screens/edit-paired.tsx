import { NativeSelect } from '@mantine/core'
import {
  ChangePairedScreen,
  type Display,
  type DisplayId,
  type OrganisationId,
  type PairedScreen,
} from '@placard/contract'
import { useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { changedHung, hungDraftOf, hungOf } from '../../../platform/form/hung-fields.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { PlaceFields } from './place-fields.tsx'
import { useScreenCommands } from './use-screen-commands.ts'

type Props = {
  organisationId: OrganisationId
  screen: PairedScreen
  displays: readonly Pick<Display, 'id' | 'name'>[]
  onClose: () => void
}

/** Edits the name, the place and the display of a paired screen. */
export default function EditPaired({ organisationId, screen, displays, onClose }: Props) {
  const { t, language } = useI18n()
  const notice = useNotice()
  const { renew } = useScreenCommands(organisationId)
  // The screen as it was when the form opened.
  const [before] = useState(screen)
  const form = useForm({
    schema: ChangePairedScreen,
    start: () => ({
      name: before.name,
      place: before.place,
      displayId: before.displayId ?? '',
      ...hungDraftOf(before, language),
    }),
    bodyOf: ({ name, place, displayId, ...hung }) => ({
      ...changedHung(hungOf(hung), before),
      ...(name === before.name ? {} : { name }),
      ...(place === before.place ? {} : { place }),
      ...(displayId === '' || displayId === before.displayId ? {} : { displayId }),
    }),
    save: async (body) => {
      await call('changePairedScreen', { params: { organisationId, screenId: before.id }, body })
      await renew()
      notice('success', t('status.saved'))
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={t('paired.edit')} onClose={onClose}>
      <PlaceFields form={form} autoFocus />
      <NativeSelect
        label={t('paired.display')}
        description={t('paired.display-hint')}
        data={[
          ...(before.displayId === null ? [{ value: '', label: t('paired.no-display') }] : []),
          ...displays.map(({ id, name }) => ({ value: id as string, label: name })),
        ]}
        {...form.field('displayId')}
        onChange={({ currentTarget }) => form.change({ displayId: currentTarget.value as DisplayId })}
      />
    </FormDialog>
  )
}
