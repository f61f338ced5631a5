import { Button } from '@mantine/core'
import type { ScreenMachine } from '@placard/contract'
import { useState } from 'react'
import ConfirmDialog from '../../../platform/ui/confirm-dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { UploadIcon } from '../../../platform/ui/icons.tsx'
import styles from './machine.module.css'

type Props = { name: string; machine: ScreenMachine; canEdit: boolean; isDoing: boolean; onUpdate: () => void }

/** [PX6] The version of the agent in relation to the server's, and a button that installs the server's version now. */
export function UpdatePart({ name, machine: { update, agent }, canEdit, isDoing, onUpdate }: Props) {
  const { t } = useI18n()
  const [isAsking, setAsking] = useState(false)
  if (!update) return null
  const { state, problem, version } = update
  const mayUpdate = canEdit && (state === 'waits' || state === 'quiet' || state === 'undone')
  const label = t(state === 'undone' ? 'updates.again' : 'updates.now')
  return (
    <section className={styles.part} aria-label={t('updates.title')}>
      <h3 className={styles.heading}>{t('updates.title')}</h3>
      <p className={styles.line} data-testid="update">
        <span>{t('updates.version', { version })}</span>
        <span>{t(`updates.state.${state}`)}</span>
      </p>
      {problem && <p className={styles.warning}>{t(`updates.problem.${problem}`)}</p>}
      {mayUpdate && (
        <div className={styles.alone}>
          <Button
            variant="default"
            leftSection={<UploadIcon size={16} />}
            disabled={agent?.isConnected !== true}
            loading={isDoing}
            onClick={() => setAsking(true)}
          >
            {label}
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          question={t('updates.question')}
          subject={name}
          confirmLabel={label}
          onConfirm={() => {
            setAsking(false)
            onUpdate()
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </section>
  )
}
