import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { announce } from '../../../platform/ui/announcer.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './live-words.module.css'

export type TextField = HTMLInputElement | HTMLTextAreaElement

/** Inserts text at the caret as if typed, so that the browser's undo works. @returns false if the text does not fit */
export function typeAtCaret(field: TextField, text: string): boolean {
  const { value, selectionStart, selectionEnd, maxLength } = field
  const left = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0))
  field.focus()
  if (maxLength >= 0 && left + text.length > maxLength) return false
  // The only way that keeps the undo history of the field. Every browser supports it.
  document.execCommand('insertText', false, text)
  return true
}

const WORDS = ['time', 'date', 'weekday'] as const

type Props = {
  /** The field that the words are inserted into. */
  field: () => TextField | null
  /** More buttons of the same kind, shown before these. */
  children?: ReactNode
  /** The same, shown after these. */
  after?: ReactNode
  /** Shown below the buttons. */
  below?: ReactNode
}

/** CT13: buttons for the words that a screen fills in by itself. */
export function LiveWords({ field, children, after, below }: Props) {
  const { t } = useI18n()
  const [isAsking, setAsking] = useState(false)
  const [date, setDate] = useState('')
  const day = useRef<HTMLInputElement>(null)

  const type = (word: string) => {
    const into = field()
    if (into && !typeAtCaret(into, `{${word}}`)) announce(t('error.too-long'))
  }
  const typeDays = () => {
    if (date === '') return day.current?.focus()
    setAsking(false)
    type(`days until ${date}`)
  }

  return (
    <div className={styles.tools}>
      {/* biome-ignore lint/a11y/useSemanticElements: a field set is drawn with a frame, and is no row of tools */}
      <div className={styles.row} role="group" aria-label={t('live-words.label')}>
        {children}
        {WORDS.map((word) => (
          <Tool key={word} onPress={() => type(word)}>
            {t(`live-words.${word}`)}
          </Tool>
        ))}
        <Tool isOpen={isAsking} onPress={() => setAsking(!isAsking)}>
          {t('live-words.days')}
        </Tool>
        {after}
      </div>
      {isAsking && (
        <div className={styles.days}>
          <TextInput
            ref={day}
            type="date"
            size="sm"
            label={t('live-words.day')}
            // The range of days that live words support.
            min="2000-01-01"
            max="2099-12-31"
            value={date}
            autoFocus
            onChange={({ currentTarget }) => setDate(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Enter inserts the date and does not submit the surrounding form.
              event.preventDefault()
              typeDays()
            }}
          />
          <Button variant="default" size="sm" onClick={typeDays}>
            {t('live-words.insert')}
          </Button>
        </div>
      )}
      {below}
    </div>
  )
}

type ToolProps = { onPress: () => void; isOpen?: boolean; label?: string; children: ReactNode }

/** A small button beside a field. @param props.label for a button without text */
export function Tool({ onPress, isOpen, label, children }: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label}
      {...(isOpen === undefined ? {} : { 'aria-expanded': isOpen })}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
