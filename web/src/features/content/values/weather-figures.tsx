import {
  isWeatherCompared,
  isWeatherText,
  type ProgrammeKey,
  type ValueInText,
  WEATHER_FIGURES,
  type WeatherFigure,
} from '@placard/contract'
import { writtenValue } from '@placard/playback'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { factsOfFigure, figureNow, type ValueFacts } from './figures.ts'
import styles from './value-menu.module.css'

const TownField = lazyDialog(() => import('../towns/town-field.tsx'), { quiet: true, ahead: false })

type Props = {
  programmeKey: ProgrammeKey
  forCondition: boolean
  onChoose: (chosen: ValueInText, facts: ValueFacts) => void
}

/** [DT4] [DT6] The figures of the weather at a display, and its town. */
export function WeatherFigures({ programmeKey, forCondition, onChoose }: Props) {
  const { t, language } = useI18n()
  const programme = useProgramme(programmeKey).data
  if (!programme) return null
  const figures = WEATHER_FIGURES.filter(forCondition ? isWeatherCompared : isWeatherText)
  const textOf = (figure: WeatherFigure) => {
    const now = figureNow(figure, programme)
    if (typeof now.value === 'boolean') return t(now.value ? 'values.yes' : 'values.no')
    return writtenValue(now)
  }
  return (
    <>
      <span className={styles.cells}>
        {figures.map((figure) => {
          const [name, text] = [t(`values.figure.${figure}`), textOf(figure)]
          const chosen = { value: { of: 'weather' as const, figure }, name, ...(text === undefined ? {} : { text }) }
          return (
            <button
              key={figure}
              type="button"
              className={styles.cell}
              onClick={() => onChoose(chosen, factsOfFigure(figure, programme, dateLocale(language)))}
            >
              <span className={styles.column}>{name}</span> <span dir="auto">{text ?? '–'}</span>
            </button>
          )
        })}
      </span>
      <TownField programmeKey={programmeKey} />
    </>
  )
}
