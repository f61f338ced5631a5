import { CreateItem, type ProgrammeKey } from '@placard/contract'
import { useState } from 'react'
import { createCommandKey } from '../../../platform/api/command-key.ts'
import { useForm } from '../../../platform/form/use-form.ts'
import { focusWhenDrawn } from '../../../platform/ui/focus-when-drawn.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { useCreateItem } from '../items/use-items.ts'
import { WeatherDialog } from '../items/weather-dialog.tsx'
import { DEFAULT_WEATHER_SECONDS, type WeatherDraft, weatherItemOf } from '../items/weather-draft.ts'

/** DT5: puts the weather on. */
export default function AddWeather({ programmeKey, onClose }: { programmeKey: ProgrammeKey; onClose: () => void }) {
  const { t } = useI18n()
  const notice = useNotice()
  const { mutateAsync: createItem } = useCreateItem(programmeKey)
  const [commandKey] = useState(createCommandKey)
  const form = useForm({
    schema: CreateItem,
    start: (): WeatherDraft => ({ look: 'now', duration: DEFAULT_WEATHER_SECONDS, visible: true }),
    bodyOf: (draft: WeatherDraft) => weatherItemOf(draft, t('items.type.weather')),
    save: async (item) => {
      const { id } = await createItem({ item, idempotencyKey: commandKey.keyFor(item) })
      notice('success', t(item.visible ? 'weather.added' : 'notices.added-hidden'))
      onClose()
      focusWhenDrawn('item', id)
    },
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
