import { Button } from '@mantine/core'
import { type Item, type ItemId, itemIdOfEntry, lookPath, type ProgrammeKey, type ZoneOffsets } from '@placard/contract'
import { useEffect, useRef, useState } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ScreenIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import styles from './live-preview.module.css'
import { PreviewControls } from './preview-controls.tsx'
import { pagePreview, usePreview } from './use-preview.ts'

const TimeMachine = lazyDialog(() => import('./time-machine.tsx'), { quiet: true, ahead: false })

type Props = {
  programmeKey: ProgrammeKey
  name: string
  /** All that may be on the glass; without them there is nothing to look around in. */
  items?: Item[]
  /** Number of items that play. */
  playing?: number
  /** The clock by which the preview is sent through time. `hasSchedules`: something comes or goes by itself. */
  times?: { offsets: ZoneOffsets; hasSchedules: boolean } | undefined
  /** Just added: it is shown next. */
  added?: ItemId | undefined
  /** Undefined: it is on no screen by itself. */
  onShowOnScreen?: (() => void) | undefined
}

/** The real player in a frame: what it shows is what the screens show, as long as nobody looks elsewhere. */
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
    if (travels && typeof state?.wentTo === 'number') tell({ preview: 'live' })
    setTravels(!travels)
  }

  return (
    <section className={styles.preview} aria-labelledby="preview-heading">
      <h2 id="preview-heading" className={styles.heading}>
        {t('preview.heading')}
      </h2>
      <div className={styles.wall} data-upright={isUpright || undefined}>
        <div className={styles.glass}>
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

/** True once this page has been painted: the player in the frame is a page of its own, and not to be waited for. */
function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    // The first frame is being made; a timer from within it runs when it has been.
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
