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

/**
 * [LY7] A checkbox for each display, and below it one for each of its paired screens. A display that is chosen has all its screens. If one of
 * them is unticked, the others are chosen as single screens.
 */
export function InsertTargets({ reach, screens, displays, screenIds, error, onChange }: Props) {
  const { t } = useI18n()
  const screensOf = (id: string) => screens.filter(({ displayId }) => displayId === id)
  const ticked = [...screenIds, ...displays.flatMap((id) => screensOf(id).map((screen) => screen.id))]

  function choose(values: readonly string[]): void {
    const chosen: string[] = []
    const single: ScreenId[] = []
    for (const { displayId } of reach) {
      const own = screensOf(displayId).map(({ id }) => id)
      const kept = own.filter((id) => values.includes(SCREEN + id))
      const [was, is] = [displays.includes(displayId), values.includes(displayId)]
      if (is && (!was || kept.length === own.length)) chosen.push(displayId)
      else if (is === was) single.push(...kept)
    }
    onChange({ displays: chosen, screenIds: single })
  }

  return (
    <Checkbox.Group
      label={t('take-over.displays')}
      value={[...displays, ...ticked.map((id) => SCREEN + id)]}
      error={error}
      onChange={choose}
    >
      <div className={panel.boxes}>
        {reach.map(({ displayId, name }) => {
          const own = screensOf(displayId)
          const isPart = !displays.includes(displayId) && own.some(({ id }) => screenIds.includes(id))
          return (
            <Fragment key={displayId}>
              <Checkbox value={displayId} indeterminate={isPart} label={<bdi>{name}</bdi>} />
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
