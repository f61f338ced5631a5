import { NativeSelect, TextInput } from '@mantine/core'
import {
  DisplayId,
  type InsertPlace,
  MAX_SCREENS_OF_INSERT,
  type OrganisationId,
  type ScreenId,
  StartInsert,
  type TakeOverReach,
} from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { allScreensOf } from '../../../platform/api/screens/use-all-screens.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { DrawnChoice } from '../../../platform/ui/drawn-choice.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ScreenIcon } from '../../../platform/ui/icons.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { EMPTY_INSERT, INSERT_FIELDS, type InsertDraft, insertRequestOf } from './insert-content.ts'
import { InsertFields } from './insert-fields.tsx'
import { InsertPlaceChoice } from './insert-place.tsx'
import { InsertTargets } from './insert-targets.tsx'
import styles from './take-overs.module.css'
import { useInsertCommands } from './use-inserts.ts'
import { minutesUntil, writeMinutes } from './words.ts'

const MINUTES = [5, 10, 15, 30, 60, 120, 240, 480, 1_440] as const
/** The end of most working days. */
const EVENING = '18:00'

type Draft = InsertDraft & {
  place: InsertPlace
  where: 'all' | 'some'
  displays: readonly string[]
  screenIds: readonly ScreenId[]
  /** Minutes, or `until` a time of day. */
  long: string
  until: string
}

type Props = {
  organisationId: OrganisationId
  reach: readonly TakeOverReach[]
  /** The display that is chosen at first. Undefined: all displays. */
  display: string | undefined
  onClose: () => void
}

/** [LY7] Puts something in a corner, along a side or as a band for a while. */
export default function PutInsertDialog({ organisationId, reach, display, onClose }: Props) {
  const { t, language, number } = useI18n()
  const notice = useNotice()
  const { askAnew } = useInsertCommands(organisationId)
  const { data } = useQuery(allScreensOf(organisationId))
  const screens = data?.screens.flatMap(({ paired }) => paired ?? []) ?? []
  const chosen = reach.some(({ displayId }) => displayId === display) && display !== undefined ? [display] : []
  const [isUploading, setUploading] = useState(false)
  const form = useForm({
    schema: StartInsert,
    start: (): Draft => ({
      ...EMPTY_INSERT,
      place: 'top-right',
      where: chosen.length > 0 ? 'some' : 'all',
      displays: chosen,
      screenIds: [],
      long: '15',
      until: EVENING,
    }),
    bodyOf: (values) => ({
      content: insertRequestOf(values),
      place: values.place,
      displays: values.where === 'all' ? null : values.displays.map((id) => DisplayId.parse(id)),
      screenIds: values.where === 'all' ? [] : values.screenIds,
      minutes: values.long === 'until' ? minutesUntil(values.until, new Date()) : Number(values.long),
    }),
    shows: INSERT_FIELDS,
    words: ({ field, code }) =>
      field === 'screenIds' && code === 'invalid-field'
        ? t('insert.most-screens', { most: number(MAX_SCREENS_OF_INSERT) })
        : undefined,
    save: async (body) => {
      await call('startInsert', { params: { organisationId }, body })
      notice('success', t('insert.started'))
      onClose()
      await askAnew()
    },
  })
  const { place, where, displays, screenIds, long } = form.values

  return (
    <FormDialog
      form={form}
      size="large"
      title={t('insert.title')}
      submitLabel={t('insert.put')}
      ready={!isUploading}
      onClose={onClose}
    >
      <InsertFields
        form={{ ...form, change: (values) => form.change(values), field: form.field as never }}
        organisationId={organisationId}
        onBusy={setUploading}
      />
      <InsertPlaceChoice
        value={place}
        error={form.errorAt('place')}
        onChange={(value) => form.change({ place: value })}
      />
      <div className={styles.long}>
        <NativeSelect
          label={t('take-over.long')}
          description={t('insert.long-hint')}
          value={long}
          error={form.errorAt('minutes')}
          onChange={(event) => form.change({ long: event.currentTarget.value })}
          data={[
            ...MINUTES.map((value) => ({ value: String(value), label: writeMinutes(value, language) })),
            { value: 'until', label: t('insert.until-time') },
          ]}
        />
        {long === 'until' && <TextInput label={t('insert.until')} type="time" {...form.field('until')} />}
      </div>
      {(reach.length > 1 || screens.length > 1) && (
        <DrawnChoice
          compact
          legend={t('take-over.displays')}
          value={where}
          onChange={(value) => form.change({ where: value })}
          options={[
            { value: 'all', label: t('take-over.where.all'), drawing: <ScreenIcon /> },
            { value: 'some', label: t('insert.where.some'), drawing: <ScreenIcon /> },
          ]}
        />
      )}
      {where === 'all' && form.errorAt('displays') !== undefined && (
        <ErrorBox message={form.errorAt('displays') ?? ''} />
      )}
      {where === 'some' && (
        <InsertTargets
          reach={reach}
          screens={screens}
          displays={displays}
          screenIds={screenIds}
          error={form.errorAt('displays') ?? form.errorAt('screenIds')}
          onChange={form.change}
        />
      )}
    </FormDialog>
  )
}
