import { Button, TextInput } from '@mantine/core'
import { SetWall } from '@placard/contract'
import { FormBody } from '../../../platform/form/form-body.tsx'
import { numberIn } from '../../../platform/form/number-in.ts'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import type { Wanted } from './arrange.ts'
import styles from './measurements.module.css'

const FIELDS = ['panelWidthMm', 'panelHeightMm', 'frameSideMm', 'frameTopMm'] as const

type Props = { wall: Wanted; onSave: (wall: Wanted) => Promise<void> }

/** The panel and its frame in millimetres, by which a line goes straight through the wall. */
export function Measurements({ wall, onSave }: Props) {
  const { t, language } = useI18n()
  const notice = useNotice()
  const inWords = (mm: number) => new Intl.NumberFormat(language, { useGrouping: false }).format(mm)
  const form = useForm({
    schema: SetWall,
    start: () =>
      Object.fromEntries(FIELDS.map((field) => [`wall.${field}`, inWords(wall[field])])) as Record<
        `wall.${(typeof FIELDS)[number]}`,
        string
      >,
    bodyOf: (values) => ({
      wall: { ...wall, ...Object.fromEntries(FIELDS.map((field) => [field, numberIn(values[`wall.${field}`])])) },
    }),
    save: async (body) => {
      if (body.wall) await onSave(body.wall)
      notice('success', t('status.saved'))
    },
    words: ({ code }) => (code === 'changed-meanwhile' ? t('wall.changed-meanwhile') : undefined),
  })
  return (
    <FormBody form={form} className={styles.form}>
      <h3 className={styles.title}>{t('wall.measurements')}</h3>
      <p className={styles.hint}>{t('wall.measurements-hint')}</p>
      <div className={styles.fields}>
        {FIELDS.map((field) => (
          <TextInput
            key={field}
            label={t(`wall.${field}`)}
            inputMode="decimal"
            maxLength={8}
            {...form.field(`wall.${field}`)}
          />
        ))}
      </div>
      <p className={styles.hint}>{t('wall.frame-hint')}</p>
      <Button type="submit" variant="default" loading={form.isBusy} className={styles.save ?? ''}>
        {t('wall.save-measurements')}
      </Button>
    </FormBody>
  )
}
