import { NativeSelect } from '@mantine/core'
import {
  DisplayId,
  type OrganisationId,
  type PreparedTakeOver,
  StartTakeOver,
  type TakeOverReach,
} from '@placard/contract'
import { useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { DisplayBoxes } from '../../../platform/ui/display-boxes.tsx'
import { DrawnChoice } from '../../../platform/ui/drawn-choice.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PlayIcon, ScreenIcon } from '../../../platform/ui/icons.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { CONTENT_FIELDS, type ContentDraft, contentOf, draftOf } from './content.ts'
import { ContentFields } from './content-fields.tsx'
import styles from './take-overs.module.css'
import { useTakeOverCommands } from './use-take-overs.ts'
import { writeMinutes } from './words.ts'

const MINUTES = [5, 10, 30, 60, 120, 480, 1_440] as const

type Draft = ContentDraft & {
  where: 'all' | 'some'
  displays: readonly string[]
  how: 'real' | 'drill'
  minutes: string
}

type Props = {
  organisationId: OrganisationId
  /** Undefined: the user writes the content. */
  prepared: PreparedTakeOver | undefined
  reach: readonly TakeOverReach[]
  onClose: () => void
}

/** TO1: the second step: displays, drill or real, duration. It says how many screens cannot be reached now. */
export default function StartTakeOverDialog({ organisationId, prepared, reach, onClose }: Props) {
  const { t, language } = useI18n()
  const notice = useNotice()
  const { askAnew } = useTakeOverCommands(organisationId)
  const [isUploading, setUploading] = useState(false)
  const form = useForm({
    schema: StartTakeOver,
    start: (): Draft => ({ ...draftOf(undefined), where: 'all', displays: [], how: 'real', minutes: '30' }),
    bodyOf: (values) => ({
      ...(prepared ? { prepared: prepared.id } : { content: contentOf(values) }),
      displays: values.where === 'all' ? null : values.displays.map((id) => DisplayId.parse(id)),
      drill: values.how === 'drill',
      minutes: Number(values.minutes),
    }),
    shows: [...CONTENT_FIELDS, 'displays'],
    save: async (body) => {
      await call('startTakeOver', { params: { organisationId }, body })
      notice('success', t(body.drill ? 'take-over.drill-started' : 'take-over.started'))
      onClose()
      await askAnew()
    },
  })
  const { where, displays, how, minutes } = form.values
  const reached = reach.filter(({ displayId }) => where === 'all' || displays.includes(displayId))
  const screens = reached.reduce((sum, one) => sum + one.screens, 0)
  const offline = reached.reduce((sum, one) => sum + one.offline, 0)

  return (
    <FormDialog
      form={form}
      size="large"
      title={prepared ? t('take-over.start-with', { name: prepared.name }) : t('take-over.start')}
      submitLabel={t(how === 'drill' ? 'take-over.go-drill' : 'take-over.go', { count: screens })}
      ready={!isUploading}
      onClose={onClose}
    >
      {!prepared && (
        <ContentFields
          form={{ ...form, change: (values) => form.change(values), field: form.field as never }}
          organisationId={organisationId}
          onBusy={setUploading}
        />
      )}
      {reach.length > 1 && (
        <DrawnChoice
          compact
          legend={t('take-over.where')}
          value={where}
          onChange={(value) => form.change({ where: value })}
          options={[
            { value: 'all', label: t('take-over.where.all'), drawing: <ScreenIcon /> },
            { value: 'some', label: t('take-over.where.some'), drawing: <ScreenIcon /> },
          ]}
        />
      )}
      {where === 'some' && (
        <DisplayBoxes
          label={t('take-over.displays')}
          displays={reach.map(({ displayId, name }) => ({ id: displayId, name }))}
          value={[...displays]}
          error={form.errorAt('displays')}
          onChange={(ids) => form.change({ displays: ids })}
        />
      )}
      <DrawnChoice
        compact
        legend={t('take-over.how')}
        value={how}
        onChange={(value) => form.change({ how: value })}
        options={[
          { value: 'real', label: t('take-over.real'), hint: t('take-over.real-hint'), drawing: <ScreenIcon /> },
          { value: 'drill', label: t('take-over.drill'), hint: t('take-over.drill-hint'), drawing: <PlayIcon /> },
        ]}
      />
      <NativeSelect
        label={t('take-over.long')}
        description={t('take-over.long-hint')}
        value={minutes}
        onChange={(event) => form.change({ minutes: event.currentTarget.value })}
        data={MINUTES.map((value) => ({ value: String(value), label: writeMinutes(value, language) }))}
      />
      <p className={styles.reach} data-offline={offline > 0 || undefined} role="status">
        {t('take-over.reaches', { count: screens })}{' '}
        {offline > 0
          ? t('take-over.offline', { count: offline })
          : t(screens > 0 ? 'take-over.all-online' : 'take-over.none-known')}
      </p>
    </FormDialog>
  )
}
