import { Button } from '@mantine/core'
import { Line, MAX_LINE_CHARACTERS, type ProgrammeKey, type Schedule, UpdateLine } from '@placard/contract'
import { lineShown } from '@placard/playback'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError, codeOf } from '../../../platform/api/api-error.ts'
import { AlsoChanged } from '../../../platform/form/also-changed.tsx'
import { FormBody } from '../../../platform/form/form-body.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { announce } from '../../../platform/ui/announcer.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { NoticeIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { WordsAndValues } from '../values/insert-value.tsx'
import { namedText } from '../values/named-text.ts'
import { withNames } from '../values/names.ts'
import { useValueNames } from '../values/use-value-names.ts'
import styles from './edit-line.module.css'
import { useLineCommand } from './use-lines.ts'

const LineAdvice = lazyDialog(() => import('./line-advice.tsx'), { quiet: 'for good', ahead: false })
const TryOutLine = lazyDialog(() => import('./try-out-line.tsx'), { quiet: 'for good', ahead: false })

type Props = {
  programmeKey: ProgrammeKey
  /** The line as it was when editing began. */
  line: Line
  onMakeNotice: (text: string) => void
  onClose: () => void
}

const LineChange = UpdateLine.pick({ text: true }).required()

/** Edits a line in its place: Enter saves, Escape restores the original. The typed text stays until it is saved. */
export default function EditLine({ programmeKey, line, onMakeNotice, onClose }: Props) {
  const { t } = useI18n()
  const { mutateAsync } = useLineCommand(programmeKey)
  /** The line that the text is compared with: as it was opened, or as another user has left it meanwhile. */
  const [base, setBase] = useState(line)
  const [theirs, setTheirs] = useState<Line>()
  const field = useRef<HTMLInputElement>(null)
  /** The schedule from accepted advice to end the line. */
  const ended = useRef<Schedule>(undefined)
  const id = useId()
  const form = useForm({
    schema: LineChange,
    start: () => ({ text: line.text }),
    save: async ({ text }) => {
      if (text === base.text && !ended.current) return onClose()
      if (!(await send(text, base))) return
      announce(t('lines.saved'))
      onClose()
    },
    wholeAt: 'text',
    logAs: 'saving a text failed',
  })
  const { error: problem, ...text } = form.field('text')
  const names = useValueNames(programmeKey)
  const named = namedText(form.values.text, names, MAX_LINE_CHARACTERS, (next) => form.change({ text: next }))
  const typed = LineChange.safeParse(form.values).data?.text

  /** @returns false if another user has changed the text meanwhile; a schedule that they set is kept */
  const send = async (text: string, held: Line): Promise<boolean> => {
    try {
      const change = { text, ...(ended.current && { schedule: ended.current }) }
      await mutateAsync({ type: 'update', id: line.id, change, revision: held.revision })
      return true
    } catch (error) {
      const current = error instanceof ApiError ? Line.safeParse(error.current) : undefined
      if (codeOf(error) !== 'changed-meanwhile' || !current?.success) throw error
      if (current.data.text === held.text) return send(text, current.data)
      setTheirs(current.data)
      return false
    }
  }

  useEffect(() => field.current?.select(), [])

  /** T4: either way the next save is compared with their version, so nothing is overwritten unseen. */
  const settle = (taken: Line, keep: string) => {
    setBase(taken)
    form.change({ text: keep })
    setTheirs(undefined)
    field.current?.focus()
  }

  const takeOff = (schedule: Schedule) => {
    ended.current = schedule
    form.element.current?.requestSubmit()
  }

  const giveBack = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onClose()
  }

  return (
    <FormBody form={form} className={styles.form} onKeyDown={giveBack}>
      <div className={styles.row}>
        <input
          ref={field}
          className={styles.field}
          aria-label={t('lines.add.label')}
          aria-invalid={problem !== undefined}
          aria-describedby={problem || theirs ? id : undefined}
          {...text}
          {...named}
          dir="auto"
          readOnly={form.isBusy}
        />
        <Button type="submit" size="compact-sm" loading={form.isBusy} disabled={theirs !== undefined}>
          {t('action.save')}
        </Button>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onClose}>
          {t('action.cancel')}
        </Button>
      </div>
      <div className={styles.tools}>
        <WordsAndValues programmeKey={programmeKey} names={names} field={() => field.current} />
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<NoticeIcon size={16} />}
          onClick={() => onMakeNotice(form.values.text)}
        >
          {t('notices.from-line')}
        </Button>
      </div>
      <TryOutLine
        programmeKey={programmeKey}
        id={line.id}
        text={typed === base.text ? undefined : typed && lineShown(typed, names.textOf)}
      />
      <LineAdvice
        programmeKey={programmeKey}
        lineId={line.id}
        text={form.values.text}
        textOf={names.textOf}
        schedule={line.schedule}
        onText={(text) => form.change({ text })}
        onSchedule={takeOff}
        onMakeNotice={() => onMakeNotice(form.values.text)}
      />
      <AlsoChanged programmeKey={programmeKey} />
      {problem && (
        <p id={id} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {theirs && (
        <div id={id} className={styles.conflict} role="alert">
          <p>{t('lines.conflict')}</p>
          <p className={styles.theirs} dir="auto">
            {withNames(theirs.text, names)}
          </p>
          <div className={styles.row}>
            <Button size="compact-sm" variant="default" onClick={() => settle(theirs, theirs.text)}>
              {t('conflict.take-theirs')}
            </Button>
            <Button size="compact-sm" onClick={() => settle(theirs, form.values.text)}>
              {t('conflict.keep-mine')}
            </Button>
          </div>
        </div>
      )}
    </FormBody>
  )
}
