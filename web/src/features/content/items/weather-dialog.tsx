import { ItemId, type ProgrammeKey, WEATHER_LOOKS, type WeatherLook } from '@placard/contract'
import { forecastOf } from '@placard/playback'
import { useMemo, useState } from 'react'
import { randomId } from '../../../platform/api/random-id.ts'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { AlsoChanged } from '../../../platform/form/also-changed.tsx'
import beside from '../../../platform/form/beside.module.css'
import { FormActions } from '../../../platform/form/form-actions.tsx'
import { FormBody } from '../../../platform/form/form-body.tsx'
import type { Form } from '../../../platform/form/use-form.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { DrawnChoice } from '../../../platform/ui/drawn-choice.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PreviewBeside } from '../preview/preview-beside.tsx'
import TownField from '../towns/town-field.tsx'
import { DurationAndVisible } from './item-fields.tsx'
import { NoticesHere } from './notices-here.ts'
import { shownOf, type WeatherDraft } from './weather-draft.ts'
import { LookDrawing } from './weather-look-drawing.tsx'

type Props = {
  programmeKey: ProgrammeKey
  form: Form<WeatherDraft>
  heading: string
  /** Absent: "Save". */
  submitLabel?: string
  isScheduled: boolean
  /** The item as it is saved; undefined: it is new. */
  itemId?: ItemId
  onClose: () => void
}

/** DT5: the look of the weather, and the town of the display; with the player as a preview. */
export function WeatherDialog({ programmeKey, form, heading, submitLabel, isScheduled, itemId, onClose }: Props) {
  const { t } = useI18n()
  const { values: draft, change } = form
  const [id] = useState(() => itemId ?? ItemId.parse(randomId()))
  const { data: programme } = useProgramme(programmeKey)
  const forecast = programme && forecastOf(programme)
  // Computed once for each change, so that the preview is not sent the same weather again.
  const shown = useMemo(() => shownOf(draft, forecast, id), [draft, forecast, id])
  const problem = programme && 'problem' in programme.weather ? programme.weather.problem : undefined

  return (
    <Dialog title={heading} onClose={onClose} size="wide">
      <NoticesHere value={{ organisationId: programmeKey.organisationId, zoneOffsets: programme?.zoneOffsets }}>
        <FormBody form={form} className={beside.form}>
          <PreviewBeside
            programmeKey={programmeKey}
            shown={shown}
            isHidden={!draft.visible}
            isScheduled={isScheduled}
          />
          <div className={beside.fields}>
            <TownField programmeKey={programmeKey} />
            <DrawnChoice<WeatherLook>
              legend={t('weather.look')}
              value={draft.look}
              options={WEATHER_LOOKS.map((look) => ({
                value: look,
                label: t(`weather.look.${look}`),
                drawing: <LookDrawing look={look} />,
              }))}
              onChange={(look) => change({ look })}
            />
            <DurationAndVisible values={draft} onChange={change} />
            <AlsoChanged programmeKey={programmeKey} />
          </div>
          <FormActions
            submitLabel={submitLabel}
            isBusy={form.isBusy}
            ready={programme !== undefined && problem !== 'no-source' && problem !== 'no-town'}
            onCancel={onClose}
          />
        </FormBody>
      </NoticesHere>
    </Dialog>
  )
}
