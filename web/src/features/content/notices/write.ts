import { typeAtCaret } from '../values/live-words.tsx'

// Formatting by the buttons and keys of a notice's text. All changes are typed at the caret, so that the browser's undo works.

const BOLD = '**'
const ENTRY = '- '

/** Puts stars around the selection; without a selection the caret goes between them. */
export function makeBold(field: HTMLTextAreaElement): void {
  const { value, selectionStart: from, selectionEnd: to } = field
  if (!typeAtCaret(field, `${BOLD}${value.slice(from, to)}${BOLD}`)) return
  field.setSelectionRange(from + BOLD.length, to + BOLD.length)
}

/** Makes a list entry of each selected line, or of the line with the caret. */
export function makeList(field: HTMLTextAreaElement): void {
  const { value, selectionStart, selectionEnd } = field
  const from = value.lastIndexOf('\n', selectionStart - 1) + 1
  const next = value.indexOf('\n', Math.max(from, selectionEnd))
  const to = next < 0 ? value.length : next
  const lines = value.slice(from, to).split('\n')
  const listed = lines.map((line) => (line.startsWith(ENTRY) ? line : ENTRY + line)).join('\n')
  field.setSelectionRange(from, to)
  if (typeAtCaret(field, listed)) field.setSelectionRange(from + listed.length, from + listed.length)
}

/**
 * Handles Enter in a list: starts the next entry, or ends the list if the entry is empty.
 *
 * @returns false if the caret is not in a list
 */
export function goOnWithList(field: HTMLTextAreaElement): boolean {
  const { value, selectionStart, selectionEnd } = field
  if (selectionStart !== selectionEnd) return false
  const from = value.lastIndexOf('\n', selectionStart - 1) + 1
  const line = value.slice(from, selectionStart)
  if (!line.startsWith(ENTRY)) return false
  if (line.trim() !== ENTRY.trim()) return typeAtCaret(field, `\n${ENTRY}`)
  field.setSelectionRange(from, selectionStart)
  return document.execCommand('delete')
}
