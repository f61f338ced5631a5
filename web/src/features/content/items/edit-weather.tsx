import { Duration, type Item, type ProgrammeKey, Title, Weather } from '@placard/contract'
import { z } from 'zod'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { differenceIn, WEATHER_FIELDS } from './item-draft.ts'
import { useItemChange } from './use-item-change.ts'
import { WeatherDialog } from './weather-dialog.tsx'
import { DEFAULT_WEATHER_SECONDS, type WeatherDraft, weatherItemOf } from './weather-draft.ts'

type Props = { programmeKey: ProgrammeKey; item: Item; saved: Item | undefined; onClose: () => void }

const Changed = z.object({ title: Title, duration: Duration, visible: z.boolean(), weather: Weather })

/** DT5, T4: changes the look of the weather. */
export default function EditWeather({ programmeKey, item, saved, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const { base, theirs, settle, save } = useItemChange({ programmeKey, item, saved, differenceOf })
  const form = useForm({
    schema: Changed,
    start: (): WeatherDraft => ({
      look: item.weather?.look ?? 'now',
      duration: item.duration ?? DEFAULT_WEATHER_SECONDS,
      visible: item.visible,
    }),
    bodyOf: (draft: WeatherDraft) => weatherItemOf(draft, item.title),
    save: async (wanted): Promise<void> => {
      // The next save is compared with the item as the other user has left it.
      if (theirs) settle(theirs.item)
      if (!(await save(differenceOf(wanted, base)))) return form.refuse({ code: 'changed-meanwhile' })
      notice('success', t('items.updated'))
      onClose()
    },
    logAs: 'saving the weather failed',
  })
  return (
    <WeatherDialog
      programmeKey={programmeKey}
      form={form}
      heading={t('weather.edit')}
      isScheduled={item.schedule !== undefined}
      itemId={item.id}
      onClose={onClose}
    />
  )
}

const differenceOf = (now: Pick<Item, 'title' | 'duration' | 'visible' | 'weather'>, before: Item) =>
  differenceIn(WEATHER_FIELDS, now, before)
