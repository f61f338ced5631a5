import { Button } from '@mantine/core'
import type { PreviewState } from '@placard/contract'
import { hasCountdownOver } from '@placard/playback'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { EyeIcon, WarningIcon } from '../../ui/icons.tsx'
import { type Clock, type NoticeDraft, secondsOf, secondsToRead, TO_READ } from './notice-draft.ts'
import styles from './notice-form.module.css'
import { isSmall, metresOf } from './words.ts'

type Props = {
  draft: NoticeDraft
  clock: Clock
  /** How it stands on the preview's glass; null while that is not known. */
  stand: PreviewState['notice']
  onChange: (change: Partial<NoticeDraft>) => void
  onShorten: () => void
}

/** CT12: how it reads, and what is in the way of reading it, each with a button that mends it. */
export function Advice({ draft, clock, stand, onChange, onShorten }: Props) {
  const { t, number } = useI18n()
  const seconds = secondsToRead(draft, clock)
  const reads = t('notices.reads', { count: seconds })
  const metres = stand && metresOf(stand.smallest)
  const words = [draft['notice.heading'], draft['notice.body'], draft['notice.byline']].join('\n')
  return (
    <div className={styles.advice}>
      <p className={styles.reads}>
        <EyeIcon size={18} />
        <span>{metres ? t('notices.reads-from', { reads, count: metres, metres: number(metres) }) : reads}</span>
      </p>
      <div role="status" className={styles.problems}>
        {secondsOf(draft, clock) < seconds && (
          <Problem
            words={t('notices.too-short', { count: secondsOf(draft, clock) })}
            mend={t('notices.show-for', { count: seconds })}
            onMend={() => onChange({ duration: TO_READ })}
          />
        )}
        {stand && !stand.fits ? (
          <Problem words={t('notices.too-long')} mend={t('notices.shorten')} onMend={onShorten} />
        ) : (
          stand &&
          isSmall(stand.smallest) && (
            <Problem words={t('notices.small')} mend={t('notices.shorten')} onMend={onShorten} />
          )
        )}
        {hasCountdownOver(words, clock.at, clock.place) && <Problem words={t('live-words.over')} />}
      </div>
    </div>
  )
}

function Problem({ words, mend, onMend }: { words: string; mend?: string; onMend?: () => void }) {
  return (
    <p className={styles.problem}>
      <WarningIcon size={18} />
      <span>{words}</span>
      {mend && (
        <Button variant="default" size="compact-sm" onClick={onMend}>
          {mend}
        </Button>
      )}
    </p>
  )
}
