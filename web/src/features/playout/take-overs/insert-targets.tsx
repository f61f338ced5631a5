import { Checkbox } from '@mantine/core'
import type { PairedScreen, ScreenId, TakeOverReach } from '@placard/contract'
import { Fragment } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'
import styles from './insert-targets.module.css'

/** Tells the value of a screen's checkbox from that of a display's. */
const SCREEN = 'screen '

type Target = Pick<PairedScreen, 'id' | 'displayId' | 'name'>

type Props = {
  reach: readonly TakeOverReach[]
  /** The paired screens of these displays. */
  screens: readonly Target[]
  displays: readonly string[]
  screenIds: readonly ScreenId[]
  error: string | undefined
  onChange: (chosen: { displays: string[]; screenIds: ScreenId[] }) => void
}

/** [LY7] A checkbox for each display, and below one that is not chosen, a checkbox for each of its paired screens. */
export function InsertTargets({ reach, screens, displays, screenIds, error, onChange }: Props) {
  const { t } = useI18n()

  function choose(values: readonly string[]): void {
    const chosen = values.filter((value) => !value.startsWith(SCREEN))
    const single = screens.filter(
      ({ id, displayId }) => values.includes(SCREEN + id) && displayId !== null && !chosen.includes(displayId),
    )
    onChange({ displays: chosen, screenIds: single.map(({ id }) => id) })
  }

  return (
    <Checkbox.Group
      label={t('take-over.displays')}
      value={[...displays, ...screenIds.map((id) => SCREEN + id)]}
      error={error}
      onChange={choose}
    >
      <div className={panel.boxes}>
        {reach.map(({ displayId, name }) => {
          const own = displays.includes(displayId) ? [] : screens.filter((screen) => screen.displayId === displayId)
          return (
            <Fragment key={displayId}>
              <Checkbox value={displayId} label={<bdi>{name}</bdi>} />
              {own.length > 0 && (
                <fieldset className={styles.screens} aria-label={t('insert.screens-of', { display: name })}>
                  {own.map((screen) => (
                    <Checkbox key={screen.id} value={SCREEN + screen.id} label={<bdi>{screen.name}</bdi>} />
                  ))}
                </fieldset>
              )}
            </Fragment>
          )
        })}
      </div>
    </Checkbox.Group>
  )
}
