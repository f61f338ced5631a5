import type { Item, Line, ProgrammeKey } from '@placard/contract'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { WarningIcon } from '../../../platform/ui/icons.tsx'
import styles from './countdown-over.module.css'
import { WeatherMissing } from './weather-missing.tsx'

type Props = { programmeKey: ProgrammeKey; shown: NonNullable<Item['shown'] | Line['shown']> }

/** [DT4] Tells editors which values of a text are missing, and what is not shown because of it. Renders nothing otherwise. */
export default function MissingValues({ programmeKey, shown: { values, isOff } }: Props) {
  const { t, language } = useI18n()
  const weather = useProgramme(programmeKey).data?.weather
  const missing = values.filter(({ text }) => text === undefined)
  const cells = missing.filter(({ value }) => value.of === 'cell')
  // A name is written from its own side, also in a sentence of the other direction.
  const names = [...new Set(cells.map(({ name }) => (name === undefined ? t('values.gone') : `\u2068${name}\u2069`)))]
  return (
    <>
      {names.length > 0 && (
        <p className={styles.over}>
          <WarningIcon size={16} />
          <span>
            {t(isOff ? 'values.missing' : 'values.missing-part', {
              count: names.length,
              names: new Intl.ListFormat(language).format(names),
            })}
          </span>
        </p>
      )}
      {missing.length > cells.length && (
        <p className={styles.over}>
          <WarningIcon size={16} />
          <span>
            {t(isOff ? 'values.weather-off' : 'values.weather-part')} <WeatherMissing weather={weather} />
          </span>
        </p>
      )}
    </>
  )
}
