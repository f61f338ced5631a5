import { type Item, mediaIdOf, type ProgrammeKey } from '@placard/contract'
import type { Mend } from '@placard/playback'
import FormAdvice from '../advice/form-advice.tsx'
import { useAdviceFacts } from '../advice/use-advice.ts'
import type { ItemDraft } from './item-draft.ts'

type Props = {
  programmeKey: ProgrammeKey
  item: Item
  draft: ItemDraft
  /** The address currently in the form. */
  url: string
  film: Item['film']
  onChange: (change: Partial<ItemDraft>) => void
  /** Focuses the control that takes another file. */
  onReplace: () => void
  /** Focuses the link to the file's description. */
  onDescribe: () => void
}

/** [LT1] Reasons why passers-by may not see the item as it is in the form. */
export default function ItemAdvice({ programmeKey, item, draft, url, film, onChange, onReplace, onDescribe }: Props) {
  const { type, visible, duration, fit, sound, deck } = draft
  const id = mediaIdOf(url)
  const file = useAdviceFacts(programmeKey)?.files.find((one) => one.id === id)
  const byHand: Record<Extract<Mend, { of: 'hand' }>['where'], (() => void) | undefined> = {
    file: onReplace,
    description: onDescribe,
    words: undefined,
    notice: undefined,
    loop: undefined,
  }
  const doing = (mend: Mend) => {
    if (mend.of === 'hand') return byHand[mend.where]
    if (mend.of !== 'item') return undefined
    const { fit, sound, deck } = mend.change
    const change = { ...(fit && { fit }), ...(typeof sound === 'boolean' && { sound }), ...(deck && { deck }) }
    return Object.keys(change).length === 0 ? undefined : () => onChange(change)
  }
  return (
    <FormAdvice
      programmeKey={programmeKey}
      entryId={item.id}
      content={{
        of: 'item',
        item: { type, visible, duration: duration ?? undefined, fit, sound, film, deck, schedule: item.schedule },
        file,
      }}
      doing={doing}
    />
  )
}
