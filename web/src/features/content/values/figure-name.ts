import type { WeatherFigure } from '@placard/contract'
import type { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

/** The name of a figure of the weather, in the language of the reader. */
export const figureName = (figure: WeatherFigure, t: ReturnType<typeof useI18n>['t']): string =>
  t(`values.figure.${figure}`)
