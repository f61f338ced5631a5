import { Button, TextInput } from '@mantine/core'
import { type AdviceRule, CreateLine, MAX_LINE_CHARACTERS, type ProgrammeKey } from '@placard/contract'
import { useRef, useState } from 'react'
import { createCommandKey } from '../../../platform/api/command-key.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { announce } from '../../../platform/ui/announcer.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { FeedIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { useLeaveOfNew } from '../advice/leave-of-new.ts'
import { LiveWords } from '../entries/live-words.tsx'
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
    },
    logAs: 'saving a text failed',
  })
  const leftAdvice = useRef<AdviceRule[]>([])
  const leaveOfNew = useLeaveOfNew(programmeKey)
  const field = useRef<HTMLInputElement>(null)
  const left = MAX_LINE_CHARACTERS - form.values.text.length

  return (
    <FormDialog form={form} title={t('lines.add.title')} submitLabel={t('action.save')} onClose={onClose}>
      <TextInput
        ref={field}
        label={t('lines.add.label')}
        description={left <= COUNT_FROM_CHARACTERS ? t('lines.add.left', { count: left }) : t('lines.add.hint')}
        maxLength={MAX_LINE_CHARACTERS}
        dir="auto"
        {...form.field('text')}
        data-autofocus
      />
      {ADDRESS.test(form.values.text) && (
        <Button
          variant="default"
          leftSection={<FeedIcon size={16} />}
          onClick={() => {
            onClose()
            onFeed(form.values.text)
          }}
        >
          {t('lines.add.feed')}
        </Button>
      )}
      <LiveWords field={() => field.current} />
      <LineAdvice
        programmeKey={programmeKey}
        text={form.values.text}
        left={leftAdvice}
        onText={(text) => form.change({ text })}
      />
    </FormDialog>
  )
}
