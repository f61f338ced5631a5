import type { Item, Line, ProgrammeKey } from '@placard/contract'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { WarningIcon } from '../../../platform/ui/icons.tsx'
import styles from './countdown-over.module.css'

type Props = { programmeKey: ProgrammeKey; shown: NonNullable<Item['shown'] | Line['shown']> }

/** [DT4] Tells editors which values of a text are missing, and what is not shown because of it. Renders nothing otherwise. */
export default function MissingValues({ programmeKey, shown: { values, isOff } }: Props) {
  const { t, language } = useI18n()
  const missing = values.filter(({ text }) => text === undefined)
  const cells = missing.filter(({ value }) => value.of !== 'weather')
  // A name is written from its own side, also in a sentence of the other direction.
  const names = [...new Set(cells.map(({ name }) => (name === undefined ? t('values.gone') : `\u2068${name}\u2069`)))]
  return (
    <>
      {cells.length < missing.length && <WeatherMissing programmeKey={programmeKey} as={isOff ? 'off' : 'part'} />}
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
    </>
  )
}

type WeatherProps = {
  programmeKey: ProgrammeKey
  /** `off`, `part`: a text, or a part of it, is off. `condition-on`, `condition-off`: the default of a condition applies. */
  as: 'off' | 'part' | 'condition-on' | 'condition-off'
}

const EFFECTS = {
  off: 'values.weather-off',
  part: 'values.weather-part',
  'condition-on': 'condition.weather-on',
  'condition-off': 'condition.weather-off',
} as const

/** [DT5] Tells editors that the weather is missing, its effect, the reason, and what to do. */
export function WeatherMissing({ programmeKey, as }: WeatherProps) {
  const { t } = useI18n()
  const weather = useProgramme(programmeKey).data?.weather
  const reason = weather && 'problem' in weather ? t(`why.full.no-weather.${weather.problem}`) : t('values.no-figure')
  return (
    <p className={styles.over}>
      <WarningIcon size={16} />
      <span>
        {t(EFFECTS[as])} {reason}
      </span>
    </p>
  )
}
