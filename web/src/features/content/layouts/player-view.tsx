import { lookPath, type ProgrammeKey } from '@placard/contract'
import type { Shape } from '@placard/playback'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import preview from '../preview/live-preview.module.css'
import styles from './board.module.css'

type Props = { programmeKey: ProgrammeKey; name: string; shape: Shape }

/** The real player in the frame of a screen: it shows what the screens show. */
export default function PlayerView({ programmeKey, name, shape }: Props) {
  const { t } = useI18n()
  return (
    <div className={`${preview.wall} ${styles.wall}`} data-shape={shape}>
      <div className={`${preview.screen} ${styles.screen}`}>
        <iframe className={preview.frame} src={lookPath(programmeKey)} title={t('preview.frame', { name })} />
        <span className={preview.badge}>{t('preview.badge')}</span>
      </div>
    </div>
  )
}
