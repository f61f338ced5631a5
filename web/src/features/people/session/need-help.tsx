import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import styles from './session.module.css'

const HelpDialog = lazyDialog(() => import('./help-dialog.tsx'))

/** A3 */
export function NeedHelp() {
  const { t } = useI18n()
  const [open, setOpen] = useState(false)
  return (
    <>
      <UnstyledButton className={styles.link ?? ''} onClick={() => setOpen(true)}>
        {t('login.help')}
      </UnstyledButton>
      {open && <HelpDialog onClose={() => setOpen(false)} />}
    </>
  )
}
