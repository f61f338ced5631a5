import { CreateItem, type ProgrammeKey } from '@placard/contract'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useAddItem } from '../items/use-item-change.ts'
import { WeatherDialog } from '../items/weather-dialog.tsx'
import { DEFAULT_WEATHER_SECONDS, type WeatherDraft, weatherItemOf } from '../items/weather-draft.ts'

/** DT5: puts the weather on. */
export default function AddWeather({ programmeKey, onClose }: { programmeKey: ProgrammeKey; onClose: () => void }) {
  const { t } = useI18n()
  const addItem = useAddItem(programmeKey, onClose)
  const form = useForm({
    schema: CreateItem,
    start: (): WeatherDraft => ({ look: 'now', duration: DEFAULT_WEATHER_SECONDS, visible: true }),
    bodyOf: (draft: WeatherDraft) => weatherItemOf(draft, t('items.type.weather')),
    save: (item) => addItem(item, t(item.visible ? 'weather.added' : 'notices.added-hidden')),
    logAs: 'adding the weather failed',
  })
  return (
    <WeatherDialog
      programmeKey={programmeKey}
      form={form}
      heading={t('weather.add')}
      submitLabel={t('weather.put-on')}
      isScheduled={false}
      onClose={onClose}
    />
  )
}
