import { type CellValue, type Column, readCell, writeCell } from '@placard/contract'
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { alignOf } from './columns.ts'
import styles from './grid.module.css'

type Props = {
  column: Column
  value: CellValue | undefined
  language: string
  label: string
  /** The text to begin with; undefined: the present one. */
  typed: string | undefined
  /** @param key the key that ended it: where the selection goes next. Undefined: somewhere else was pressed */
  onDone: (value: CellValue | null, key: KeyboardEvent | undefined) => void
  onCancel: () => void
  ref: Ref<CellEditorHandle>
}

/** `finish` saves the text. It returns false if the text is no value of the column; the field then keeps it. */
export type CellEditorHandle = { finish: () => boolean }

/** The field in which somebody types a cell. A text that is no value of the column stays, with the reason below it. */
export function CellEditor({ column, value, language, label, typed, onDone, onCancel, ref }: Props) {
  const { t } = useI18n()
  const problemId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const isOver = useRef(false)
  const [text, setText] = useState(typed ?? writeCell(column, value, language))
  const read = readCell(column, text, language)
  const [isTold, setTold] = useState(false)

  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.focus({ preventScroll: true })
    element.setSelectionRange(element.value.length, element.value.length)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.blockSize = 'auto'
    element.style.blockSize = `${element.scrollHeight + 2}px`
  }, [text])

  const finish = (key: KeyboardEvent | undefined): boolean => {
    if (isOver.current) return true
    if ('problem' in read) {
      setTold(true)
      return false
    }
    isOver.current = true
    onDone(read.value, key)
    return true
  }
  useImperativeHandle(ref, () => ({
    finish: () => {
      const isDone = finish(undefined)
      if (!isDone) field.current?.focus()
      return isDone
    },
  }))

  const pressed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    event.stopPropagation()
    // While a letter is put together from several keys, they belong to it.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      isOver.current = true
      onCancel()
    } else if (event.key === 'Enter' && (event.altKey || event.ctrlKey || event.metaKey) && column.type === 'words') {
      event.preventDefault()
      field.current?.setRangeText('\n', field.current.selectionStart, field.current.selectionEnd, 'end')
      setText(field.current?.value ?? text)
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault()
      finish(event)
    }
  }

  return (
    <div className={styles.editor} data-align={alignOf(column)}>
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        aria-label={label}
        aria-invalid={isTold && 'problem' in read}
        aria-describedby={isTold && 'problem' in read ? problemId : undefined}
        inputMode={column.type === 'number' || column.type === 'money' ? 'decimal' : undefined}
        spellCheck={column.type === 'words'}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={pressed}
        onBlur={() => finish(undefined)}
      />
      {isTold && 'problem' in read && (
        <p id={problemId} className={styles.problem} role="alert">
          {t(`error.${read.problem}`)}
        </p>
      )}
    </div>
  )
}
