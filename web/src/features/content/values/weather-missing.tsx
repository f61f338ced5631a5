import type { Programme } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

/** [DT5] The reason why a figure of the weather is missing, and what to do. @param weather undefined: not known yet */
export function WeatherMissing({ weather }: { weather: Programme['weather'] | undefined }) {
  const { t } = useI18n()
  if (!weather || 'forecast' in weather) return t('values.no-figure')
  return weather.problem === 'no-town' ? t('values.no-town') : t(`why.full.no-weather.${weather.problem}`)
}
