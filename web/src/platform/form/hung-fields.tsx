import { TextInput } from '@mantine/core'
import type { ScreenSize } from '@placard/contract'
import { useId } from 'react'
import { useI18n } from '../ui/i18n/i18n.tsx'
import styles from './hung-fields.module.css'
import { numberIn } from './number-in.ts'
import type { Form } from './use-form.ts'

/** The size and the reading distance of a screen as people type them: inches and metres. */
export type HungDraft = { diagonalInches: string; distanceCm: string }

type Hung = Pick<ScreenSize, 'diagonalInches' | 'distanceCm'>

/** @param language from `useI18n` */
export const hungDraftOf = ({ diagonalInches, distanceCm }: Hung, language: string): HungDraft => ({
  diagonalInches: String(diagonalInches),
  distanceCm: new Intl.NumberFormat(language, { useGrouping: false }).format(distanceCm / 100),
})

/** A value that is not a number becomes NaN, which the contract refuses. */
export const hungOf = ({ diagonalInches, distanceCm }: HungDraft): Hung => ({
  diagonalInches: Math.round(numberIn(diagonalInches)),
  distanceCm: Math.round(numberIn(distanceCm) * 100),
})

/** Unchanged fields are not sent, because another user may change them meanwhile. */
export const changedHung = ({ diagonalInches, distanceCm }: Hung, before: Hung): Partial<Hung> => ({
  ...(diagonalInches === before.diagonalInches ? {} : { diagonalInches }),
  ...(distanceCm === before.distanceCm ? {} : { distanceCm }),
})

/** [LT1] Both fields are prefilled, so that nothing has to be typed. */
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
