import { Button } from '@mantine/core'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { useNotice } from '../../ui/notices.ts'
import styles from './api-docs.module.css'

/** Something to type into a terminal. @param name of what it does, for whoever hears the button and not its place */
export function Example({ text, name }: { text: string; name: string }) {
  const { t } = useI18n()
  const notice = useNotice()
  // A page that came by plain http has none.
  const { clipboard } = navigator as { clipboard?: Clipboard }
  const copy = () =>
    void clipboard?.writeText(text).then(
      () => notice('success', t('programs.copied')),
      () => notice('error', t('programs.not-copied')),
    )
  return (
    <div className={styles.example} dir="ltr">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
      {clipboard && (
        <Button variant="default" size="compact-sm" aria-label={`${t('programs.copy')}: ${name}`} onClick={copy}>
          {t('programs.copy')}
        </Button>
      )}
    </div>
  )
}
