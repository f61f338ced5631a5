import type { CreateItem, ProgrammeKey } from '@placard/contract'
import { useState } from 'react'
import { createCommandKey } from '../../../platform/api/command-key.ts'
import { focusWhenDrawn } from '../../../platform/ui/focus-when-drawn.ts'
import { useNotice } from '../../../platform/ui/notices.ts'
import { useCreateItem } from './use-items.ts'

/**
 * @returns a function that adds the item of a form, closes the form, shows `told` and moves the focus to the item. A second try
 *   with the same item is the same command.
 */
export function useAddItem(programmeKey: ProgrammeKey, onClose: () => void) {
  const notice = useNotice()
  const { mutateAsync: createItem } = useCreateItem(programmeKey)
  const [commandKey] = useState(createCommandKey)
  return async (item: CreateItem, told: string) => {
    const { id } = await createItem({ item, idempotencyKey: commandKey.keyFor(item) })
    notice('success', told)
    onClose()
    focusWhenDrawn('item', id)
  }
}
