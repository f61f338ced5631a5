import { NativeSelect, TextInput } from '@mantine/core'
import { DisplayId, type InsertPlace, type OrganisationId, StartInsert, type TakeOverReach } from '@placard/contract'
import { call } from '../../../platform/api/call.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { DisplayBoxes } from '../../../platform/ui/display-boxes.tsx'
import { DrawnChoice } from '../../../platform/ui/drawn-choice.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ScreenIcon } from '../../../platform/ui/icons.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { EMPTY_INSERT, INSERT_FIELDS, type InsertDraft, insertRequestOf } from './insert-content.ts'
import { InsertFields } from './insert-fields.tsx'
import { InsertPlaceChoice } from './insert-place.tsx'
import styles from './take-overs.module.css'
import { useInsertCommands } from './use-inserts.ts'
import { minutesUntil, writeMinutes } from './words.ts'

const MINUTES = [15, 30, 60, 120, 240, 480, 1_440] as const
/** The end of most working days. */
const EVENING = '18:00'

type Draft = InsertDraft & {
  place: InsertPlace
  where: 'all' | 'some'
  displays: readonly string[]
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
  const { t, language } = useI18n()
  const notice = useNotice()
  const { askAnew } = useInsertCommands(organisationId)
  const chosen = reach.some(({ displayId }) => displayId === display) && display !== undefined ? [display] : []
  const form = useForm({
    schema: StartInsert,
    start: (): Draft => ({
      ...EMPTY_INSERT,
      place: 'top-right',
      where: chosen.length > 0 ? 'some' : 'all',
      displays: chosen,
      long: '15',
      until: EVENING,
    }),
    bodyOf: (values) => ({
      content: insertRequestOf(values),
      place: values.place,
      displays: values.where === 'all' ? null : values.displays.map((id) => DisplayId.parse(id)),
      minutes: values.long === 'until' ? minutesUntil(values.until, new Date()) : Number(values.long),
    }),
    shows: INSERT_FIELDS,
    save: async (body) => {
      await call('startInsert', { params: { organisationId }, body })
      notice('success', t('insert.started'))
      onClose()
      await askAnew()
    },
  })
  const { place, where, displays, long } = form.values

  return (
    <FormDialog form={form} size="large" title={t('insert.title')} submitLabel={t('insert.put')} onClose={onClose}>
      <InsertFields
        form={{ ...form, change: (values) => form.change(values), field: form.field as never }}
        organisationId={organisationId}
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
      {reach.length > 1 && (
        <DrawnChoice
          compact
          legend={t('take-over.displays')}
          value={where}
          onChange={(value) => form.change({ where: value })}
          options={[
            { value: 'all', label: t('take-over.where.all'), drawing: <ScreenIcon /> },
            { value: 'some', label: t('take-over.where.some'), drawing: <ScreenIcon /> },
          ]}
        />
      )}
      {where === 'all' && form.errorAt('displays') !== undefined && (
        <ErrorBox message={form.errorAt('displays') ?? ''} />
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
    </FormDialog>
  )
}
