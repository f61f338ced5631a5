import { lengthWithValues } from '@placard/contract'
import type { ChangeEvent, KeyboardEvent } from 'react'
import type { TextField } from './live-words.tsx'
import { afterEdit, spansOf, type ValueNames, withNames, withoutNames } from './names.ts'

/**
 * [DT4] The props of a field that shows the values of its text by their names. Backspace and Delete take a name as a whole.
 *
 * @param stored the text as it is saved
 * @param most the longest text, in which a value counts as VALUE_CHARACTERS
 */
export function namedText(stored: string, names: ValueNames, most: number, change: (stored: string) => void) {
  const value = withNames(stored, names)
  return {
    value,
    maxLength: most + value.length - lengthWithValues(stored),
    onChange({ currentTarget: field }: ChangeEvent<TextField>) {
      const { text, caret } = afterEdit(value, field.value, field.selectionStart ?? field.value.length, names)
      change(withoutNames(text, names))
      // React puts the caret at the end of a text that is not the typed one.
      if (text !== field.value) requestAnimationFrame(() => field.setSelectionRange(caret, caret))
    },
    onKeyDown({ key, nativeEvent, currentTarget: field }: KeyboardEvent<TextField>) {
      const at = field.selectionStart
      if ((key !== 'Backspace' && key !== 'Delete') || nativeEvent.isComposing || at !== field.selectionEnd) return
      if (at === null) return
      const span = spansOf(field.value, names).find(({ from, until }) =>
        key === 'Backspace' ? from < at && at <= until : from <= at && at < until,
      )
      // The browser deletes what is selected, and can undo it.
      if (span) field.setSelectionRange(span.from, span.until)
    },
  }
}
