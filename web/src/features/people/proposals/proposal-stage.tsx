import { lookPath, type Manifest, type OrganisationId, PlaylistId, type TriedAround } from '@placard/contract'
import { useEffect, useRef, useState } from 'react'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { UprightIcon } from '../../../platform/ui/icons.tsx'
import glass from '../../content/preview/live-preview.module.css'
import { Control } from '../../content/preview/preview-controls.tsx'
import { usePreview } from '../../content/preview/use-preview.ts'
import styles from './proposals.module.css'
import { itemsOf, type Shown } from './shown-items.ts'

/**
 * A programme that there is not: so the player in the frame has nothing of the organisation's to show, to somebody without an
 * account least of all, and plays what the page gives it.
 */
const NOBODYS = PlaylistId.parse(`_${'0'.repeat(20)}`)
/** So long after the last key: a letter alone is no reason to begin anew. */
const TYPED_MS = 300

type Props = {
  organisationId: OrganisationId
  /** Undefined: there is nothing to see yet. */
  shown: Shown | undefined
  around: TriedAround
}

/** The real player, with what is proposed on its glass and nothing else. */
export function ProposalStage({ organisationId, shown, around }: Props) {
  const { t } = useI18n()
  const frame = useRef<HTMLIFrameElement>(null)
  const { state, tell } = usePreview(frame)
  const [isUpright, setUpright] = useState(false)
  const words = shown && JSON.stringify({ items: itemsOf(shown), ...around })
  const listens = state !== undefined
  const told = useRef<string>(undefined)
  const times = useRef(0)

  useEffect(() => {
    if (words === undefined || !listens || words === told.current) return
    const show = () => {
      told.current = words
      times.current += 1
      const { items, ...drawn } = JSON.parse(words) as Pick<Manifest, 'items' | 'brand' | 'zoneOffsets'>
      const at = Math.round(serverNow())
      const manifest: Manifest = {
        organisationId,
        displayId: NOBODYS,
        name: '',
        revision: 1,
        loopStartedAt: at,
        lines: [],
        fillsWithoutLines: true,
        ...drawn,
        // An item on the glass stays as it is until its turn is over; another one comes at once.
        items: items.map((item) => ({ ...item, id: `${item.id}-${times.current}` as typeof item.id })),
      }
      tell({ preview: 'past', at, manifest })
    }
    const timer = setTimeout(show, told.current === undefined ? 0 : TYPED_MS)
    return () => clearTimeout(timer)
  }, [words, listens, tell, organisationId])

  return (
    <section aria-label={t('propose.preview')} className={styles.stage}>
      <div className={glass.wall} data-upright={isUpright || undefined}>
        <div className={glass.glass}>
          <iframe
            ref={frame}
            className={glass.frame}
            src={lookPath({ organisationId, playlistId: NOBODYS })}
            title={t('propose.frame')}
          />
        </div>
        {!shown && <p className={styles.nothing}>{t('propose.empty')}</p>}
      </div>
      <div className={styles.turn}>
        <Control label={t('preview.upright')} pressed={isUpright} onPress={() => setUpright(!isUpright)}>
          <UprightIcon />
        </Control>
      </div>
    </section>
  )
}
