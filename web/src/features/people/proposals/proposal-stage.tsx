import { lookPath, type Manifest, type OrganisationId, PlaylistId, type TriedAround } from '@placard/contract'
import { useEffect, useRef, useState } from 'react'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { UprightIcon } from '../../../platform/ui/icons.tsx'
import preview from '../../content/preview/live-preview.module.css'
import { Control } from '../../content/preview/preview-controls.tsx'
import { usePreview } from '../../content/preview/use-preview.ts'
import styles from './proposals.module.css'
import { itemsOf, type Shown } from './shown-items.ts'

/**
 * The id of a programme that does not exist. The player in the frame therefore shows nothing of the organisation, in particular to users
 * without an account, and plays only the content that the page sends.
 */
const NOBODYS = PlaylistId.parse(`_${'0'.repeat(20)}`)
/** Delay after the last key, so that the preview does not restart at every letter. */
const TYPED_MS = 300

type Props = {
  organisationId: OrganisationId
  /** Undefined: nothing to show yet. */
  shown: Shown | undefined
  around: TriedAround
}

/** The real player, showing only the proposed content. */
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
        // A playing item stays unchanged until its turn is over, so each version gets a new id to appear at once.
        items: items.map((item) => ({ ...item, id: `${item.id}-${times.current}` as typeof item.id })),
      }
      tell({ preview: 'past', at, manifest })
    }
    const timer = setTimeout(show, told.current === undefined ? 0 : TYPED_MS)
    return () => clearTimeout(timer)
  }, [words, listens, tell, organisationId])

  return (
    <section aria-label={t('propose.preview')} className={styles.stage}>
      <div className={preview.wall} data-upright={isUpright || undefined}>
        <div className={preview.screen}>
          <iframe
            ref={frame}
            className={preview.frame}
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
