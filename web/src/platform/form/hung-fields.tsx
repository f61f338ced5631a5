import { TextInput } from '@mantine/core'
import type { Glass } from '@placard/contract'
import { useId } from 'react'
import { useI18n } from '../ui/i18n/i18n.tsx'
import styles from './hung-fields.module.css'
import type { Form } from './use-form.ts'

/** How large a screen is and from where it is read, as people type it: inches and metres. */
export type HungDraft = { diagonalInches: string; distanceCm: string }

type Hung = Pick<Glass, 'diagonalInches' | 'distanceCm'>

/** @param language as of `useI18n` */
export const hungDraftOf = ({ diagonalInches, distanceCm }: Hung, language: string): HungDraft => ({
  diagonalInches: String(diagonalInches),
  distanceCm: new Intl.NumberFormat(language, { useGrouping: false }).format(distanceCm / 100),
})

/** A value that cannot be read as a number is none: the contract says so. */
export const hungOf = ({ diagonalInches, distanceCm }: HungDraft): Hung => ({
  diagonalInches: Math.round(numberIn(diagonalInches)),
  distanceCm: Math.round(numberIn(distanceCm) * 100),
})

/** A field that is not changed is not sent: somebody else may change it meanwhile. */
export const changedHung = ({ diagonalInches, distanceCm }: Hung, before: Hung): Partial<Hung> => ({
  ...(diagonalInches === before.diagonalInches ? {} : { diagonalInches }),
  ...(distanceCm === before.distanceCm ? {} : { distanceCm }),
})

/** A comma is a point in half of the world. */
const numberIn = (typed: string) => Number(typed.trim().replace(/[,٫]/, '.') || Number.NaN)

/** [LT1] Asked once and never in the way: both are filled in. */
export function HungFields({ form: { field }, hint }: { form: Pick<Form<HungDraft>, 'field'>; hint: string }) {
  const { t } = useI18n()
  const id = useId()
  return (
    <div className={styles.fields}>
      <TextInput
        label={t('hung.inches')}
        inputMode="numeric"
        maxLength={4}
        aria-describedby={id}
        {...field('diagonalInches')}
      />
      <TextInput
        label={t('hung.metres')}
        inputMode="decimal"
        maxLength={6}
        aria-describedby={id}
        {...field('distanceCm')}
      />
      <p id={id} className={styles.hint}>
        {hint}
      </p>
    </div>
  )
}
