import type { WhenChange } from '../../../features/content/conditions/schedule-dialog.tsx'
import { ScheduleDialog } from '../../../features/content/entries/dialogs.ts'
import { textOf } from '../../../features/content/entries/text-of.ts'
import { useItemCommand } from '../../../features/content/items/use-items.ts'
import { useLineCommand } from '../../../features/content/lines/use-lines.ts'
import type { Held } from './rows.ts'

/** The form for the schedule of an entry, which may belong to a display or to a playlist that it includes. */
export function EditSchedule({ held, onClose }: { held: Held; onClose: () => void }) {
  const { programmeKey, kind, thing } = held
  const items = useItemCommand(programmeKey)
  const lines = useLineCommand(programmeKey)

  const save = (change: WhenChange, revision: number) => {
    const command = { type: 'update', change, revision } as const
    return kind === 'item'
      ? items.mutateAsync({ ...command, id: thing.id })
      : lines.mutateAsync({ ...command, id: thing.id })
  }

  return (
    <ScheduleDialog
      programmeKey={programmeKey}
      things={[thing]}
      name={kind === 'item' ? thing.title : textOf(thing)}
      save={save}
      onClose={onClose}
    />
  )
}
