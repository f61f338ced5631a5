import type { Item, Line } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { WarningIcon } from '../../../platform/ui/icons.tsx'
import styles from './countdown-over.module.css'

type Props = { shown: NonNullable<Item['shown'] | Line['shown']> }

/** [DT4] Tells editors which values of a text are missing, and what is not shown because of it. Renders nothing otherwise. */
export default function MissingValues({ shown: { values, isOff } }: Props) {
  const { t, language } = useI18n()
  const missing = values.filter(({ text }) => text === undefined)
  if (missing.length === 0) return null
  // A name is written from its own side, also in a sentence of the other direction.
  const names = [...new Set(missing.map(({ name }) => (name === undefined ? t('values.gone') : `\u2068${name}\u2069`)))]
  return (
    <p className={styles.over}>
      <WarningIcon size={16} />
      <span>
        {t(isOff ? 'values.missing' : 'values.missing-part', {
          count: names.length,
          names: new Intl.ListFormat(language).format(names),
        })}
      </span>
    </p>
  )
}
