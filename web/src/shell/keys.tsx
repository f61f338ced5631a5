import { Dialog } from '../platform/ui/dialog.tsx'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import styles from './keys.module.css'

/** The list of keyboard shortcuts of the pages. */
export default function Keys({ onClose }: { onClose: () => void }) {
  const { t } = useI18n()
  const held = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
  const rows = [
    { keys: [held, 'K'], does: t('keys.palette') },
    { keys: [held, 'Z'], does: t('keys.undo') },
    { keys: ['Shift', t('keys.click')], does: t('keys.select') },
    { keys: ['←', '→'], does: t('keys.week') },
    { keys: ['T'], does: t('keys.today') },
    { keys: ['Esc'], does: t('keys.escape') },
    { keys: ['?'], does: t('keys.help') },
  ]
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl className={styles.keys}>
        {rows.map(({ keys, does }) => (
          <div key={does} className={styles.row}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
