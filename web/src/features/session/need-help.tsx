import { UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { loadDialog } from '../../api/load-part.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import styles from './session.module.css'

const HelpDialog = lazy(() => loadDialog(() => import('./help-dialog.tsx')))

/** A3 */
export function NeedHelp() {
  const { t } = useI18n()
  const [open, setOpen] = useState(false)
  return (
    <>
      <UnstyledButton className={styles.link ?? ''} onClick={() => setOpen(true)}>
        {t('login.help')}
      </UnstyledButton>
      {open && (
        <Suspense>
          <HelpDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
