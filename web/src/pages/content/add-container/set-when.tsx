import { Button } from '@mantine/core'
import type { Item, ProgrammeKey } from '@placard/contract'
import { useEffect, useState } from 'react'
import { ScheduleDialog } from '../../../features/content/entries/dialogs.ts'
import { useItemCommand } from '../../../features/content/items/use-items.ts'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ClockIcon } from '../../../platform/ui/icons.tsx'

type Props = {
  programmeKey: ProgrammeKey
  item: Item
  /** Receives true while the item has a schedule or a condition. */
  onTimed: (isTimed: boolean) => void
}

/** SD1: opens the schedule of an item that was just added. */
export default function SetWhen({ programmeKey, item, onTimed }: Props) {
  const { t } = useI18n()
  const { mutateAsync } = useItemCommand(programmeKey)
  const { data } = useProgramme(programmeKey)
  const [isOpen, setOpen] = useState(false)
  const saved = data?.items.find(({ id }) => id === item.id) ?? item
  const isTimed = saved.schedule !== undefined || saved.condition !== undefined
  useEffect(() => onTimed(isTimed), [isTimed, onTimed])
  return (
    <>
      <Button variant="default" leftSection={<ClockIcon size={18} />} onClick={() => setOpen(true)}>
        {t('add.set-when')}
      </Button>
      {isOpen && (
        <ScheduleDialog
          programmeKey={programmeKey}
          things={[saved]}
          name={saved.title}
          save={(change, revision) => mutateAsync({ type: 'update', id: saved.id, change, revision })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
