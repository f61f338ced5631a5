import { Button } from '@mantine/core'
import { type Item, type ItemId, itemIdOfEntry, lookPath, type ProgrammeKey, type ZoneOffsets } from '@placard/contract'
import { useEffect, useRef, useState } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ScreenIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import unseen from '../../../platform/ui/unseen.module.css'
import styles from './live-preview.module.css'
import { PreviewControls } from './preview-controls.tsx'
import { pagePreview, usePreview } from './use-preview.ts'

const TimeMachine = lazyDialog(() => import('./time-machine.tsx'), { quiet: true, ahead: false })

type Props = {
  programmeKey: ProgrammeKey
  name: string
  /** All items that may be on the screen; without them the preview has no controls for the loop. */
  items?: Item[]
  /** Number of items that play. */
  playing?: number
  /** The clock for moving the preview through time. `hasSchedules`: something is scheduled. `hasConditions`: something has one. */
  times?: { offsets: ZoneOffsets; hasSchedules: boolean; hasConditions: boolean } | undefined
  /** The item that was just added: it is shown next. */
  added?: ItemId | undefined
  /** Undefined: it cannot be shown on a screen by itself. */
  onShowOnScreen?: (() => void) | undefined
}

/** The real player in a frame. It shows the same as the screens, unless the user looks at something else. */
export function LivePreview({ programmeKey, name, items, playing = 0, times, added, onShowOnScreen }: Props) {
  const { t } = useI18n()
  const isPainted = usePainted()
  const frame = useRef<HTMLIFrameElement>(null)
  const { state, tell } = usePreview(frame)
  const [isUpright, setUpright] = useState(false)
  const [travels, setTravels] = useState(() => new URLSearchParams(location.search).has('at'))

  useEffect(() => {
    pagePreview.tell = tell
  }, [tell])

  useEffect(() => {
    if (added !== undefined) tell({ preview: 'show', itemId: added })
  }, [added, tell])

  const toggleTravel = () => {
    if (travels && (typeof state?.wentTo === 'number' || state?.supposes !== null)) tell({ preview: 'live' })
    setTravels(!travels)
  }

  return (
    <section className={styles.preview} aria-labelledby="preview-heading">
      <h2 id="preview-heading" className={unseen.words}>
        {t('preview.heading')}
      </h2>
      <div className={styles.wall} data-upright={isUpright || undefined}>
        <div className={styles.screen}>
          <iframe
            ref={frame}
            className={styles.frame}
            src={isPainted ? lookPath(programmeKey) : undefined}
            title={t('preview.frame', { name })}
            loading="lazy"
          />
        </div>
        <span className={styles.badge} data-away={state?.isLive === false || undefined}>
          {t('preview.badge')}
        </span>
      </div>
      <div className={styles.below}>
        {items && (
          <PreviewControls
            state={state}
            title={items.find(({ id }) => state?.itemId && id === itemIdOfEntry(state.itemId))?.title}
            playing={playing}
            isUpright={isUpright}
            travel={times && { isOpen: travels, onToggle: toggleTravel }}
            onTell={tell}
            onTurn={() => setUpright(!isUpright)}
          />
        )}
        {onShowOnScreen && (
          <Button
            className={styles.show ?? ''}
            variant="subtle"
            size="sm"
            leftSection={<ScreenIcon size={18} />}
            onClick={onShowOnScreen}
          >
            {t('screen-address.title')}
          </Button>
        )}
        {travels && times && <TimeMachine programmeKey={programmeKey} {...times} state={state} onTell={tell} />}
      </div>
    </section>
  )
}

/** True once this page is painted: the player in the frame is a page of its own, and this page must not wait for it. */
function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    // A timer that is started in the first frame runs after it was painted.
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true), 0)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted
}
