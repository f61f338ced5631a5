import { Button } from '@mantine/core'
import { type Display, PAGES, type Session, type TableId } from '@placard/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import AddBoard from '../../../features/content/boards/add-board.tsx'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ScreenIcon } from '../../../platform/ui/icons.tsx'
import { keyOf, useChosenDisplay } from '../../../shell/chosen-display.ts'
import styles from './tables.module.css'

type Props = { session: Session; tableId: TableId; onClose: () => void }

/**
 * Asks for the display if there are several, then opens the form of a board of this table. A new board is shown on the page of its
 * display.
 */
export default function ShowTable({ session, tableId, onClose }: Props) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { displays } = session
  const { pathOf } = useChosenDisplay(session)
  const [display, setDisplay] = useState<Display | undefined>(displays.length === 1 ? displays[0] : undefined)
  if (display) {
    return (
      <AddBoard
        programmeKey={keyOf(display)}
        tableId={tableId}
        onAdded={() => void navigate(pathOf(PAGES.dashboard, display))}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title={t('bar.display')} onClose={onClose} size="small">
      <div className={styles.displays}>
        {displays.map((one) => (
          <Button
            key={one.id}
            variant="default"
            justify="flex-start"
            leftSection={<ScreenIcon />}
            onClick={() => setDisplay(one)}
          >
            {one.name}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}
