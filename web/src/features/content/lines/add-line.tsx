import { Button, TextInput } from '@mantine/core'
import {
  type AdviceRule,
  CreateLine,
  lengthWithValues,
  MAX_LINE_CHARACTERS,
  type ProgrammeKey,
} from '@placard/contract'
import { useRef, useState } from 'react'
import { createCommandKey } from '../../../platform/api/command-key.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { announce } from '../../../platform/ui/announcer.tsx'
import { showWhenDrawn } from '../../../platform/ui/focus-when-drawn.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { FeedIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { useLeaveOfNew } from '../advice/leave-of-new.ts'
import { WordsAndValues } from '../values/insert-value.tsx'
import { namedText } from '../values/named-text.ts'
import { useValueNames } from '../values/use-value-names.ts'
import { useCreateLine } from './use-lines.ts'

const LineAdvice = lazyDialog(() => import('./line-advice.tsx'), { quiet: 'for good', ahead: false })

/** The form shows the number of characters left from this number on. */
const COUNT_FROM_CHARACTERS = 100

type Props = {
  programmeKey: ProgrammeKey
  /** Called when an address was typed and the user wants the lines of the feed there. */
  onFeed: (address: string) => void
  onClose: () => void
}

/** Matches a text that consists of an address. */
const ADDRESS = /^\s*(?:https?|webcals?|feed):\/\/\S+\s*$/i

/** D3. The typed text stays until it is saved. */
export default function AddLine({ programmeKey, onFeed, onClose }: Props) {
  const { t } = useI18n()
  const { mutateAsync } = useCreateLine(programmeKey)
  const [commandKey] = useState(createCommandKey)
  const form = useForm({
    schema: CreateLine,
    start: () => ({ text: '' }),
    save: async (line) => {
      const { id } = await mutateAsync({ line, idempotencyKey: commandKey.keyFor(line) })
      void leaveOfNew(id, leftAdvice.current)
      announce(t('lines.added'))
      onClose()
      showWhenDrawn('line', id)
    },
    logAs: 'saving a text failed',
  })
  const leftAdvice = useRef<AdviceRule[]>([])
  const leaveOfNew = useLeaveOfNew(programmeKey)
  const field = useRef<HTMLInputElement>(null)
  const names = useValueNames(programmeKey)
  const { text } = form.values
  const left = MAX_LINE_CHARACTERS - lengthWithValues(text)

  return (
    <FormDialog form={form} title={t('lines.add.title')} onClose={onClose}>
      <TextInput
        ref={field}
        label={t('lines.add.label')}
        description={left <= COUNT_FROM_CHARACTERS ? t('lines.add.left', { count: left }) : t('lines.add.hint')}
        dir="auto"
        {...form.field('text')}
        {...namedText(text, names, MAX_LINE_CHARACTERS, (next) => form.change({ text: next }))}
        data-autofocus
      />
      {ADDRESS.test(text) && (
        <Button
          variant="default"
          leftSection={<FeedIcon size={16} />}
          onClick={() => {
            onClose()
            onFeed(text)
          }}
        >
          {t('lines.add.feed')}
        </Button>
      )}
      <WordsAndValues programmeKey={programmeKey} names={names} field={() => field.current} />
      <LineAdvice
        programmeKey={programmeKey}
        text={text}
        textOf={names.textOf}
        left={leftAdvice}
        onText={(text) => form.change({ text })}
      />
    </FormDialog>
  )
}
