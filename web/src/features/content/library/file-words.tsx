import { TextInput } from '@mantine/core'
import {
  type LibraryFile,
  MAX_LABELS_PER_FILE,
  MAX_TITLE_CHARACTERS,
  type OrganisationId,
  UpdateLibraryFile,
} from '@placard/contract'
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import { call } from '../../../platform/api/call.ts'
import { FormBody } from '../../../platform/form/form-body.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { AlternativeText } from '../../../platform/ui/alternative-text.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './file-words.module.css'
import { labelsIn } from './labels-in.ts'
import { useFileKept } from './use-library.ts'

/** Ends typing: calls back when everything is saved, or when a change was refused and discarded. */
export type EndTyping = (onEnded: () => void) => void

type Props = {
  organisationId: OrganisationId
  file: LibraryFile
  mayEdit: boolean
  /** Only the alternative text. */
  short?: boolean
  end?: RefObject<EndTyping | null>
}

type Draft = { name: string; alternativeText: string; labels: string }

const NAMES = ['name', 'alternativeText', 'labels'] as const satisfies (keyof Draft)[]

const draftOf = ({ name, alternativeText, labels }: LibraryFile): Draft => ({
  name,
  alternativeText,
  labels: labels.join(', '),
})

/** LB3, LB5: the texts that people write about a file. Each field is saved when it loses the focus. */
export function FileWords({ organisationId, file, mayEdit, short = false, end }: Props) {
  const { t } = useI18n()
  const keep = useFileKept(organisationId)
  const saved = draftOf(file)
  const typed = useRef(saved)
  const ending = useRef<() => void>(undefined)
  const again = useRef(false)
  const refused = useRef<Draft>(undefined)

  const form = useForm({
    schema: UpdateLibraryFile,
    start: () => saved,
    bodyOf: ({ name, alternativeText, labels }) => ({
      ...(name === saved.name ? {} : { name }),
      ...(alternativeText === saved.alternativeText ? {} : { alternativeText }),
      ...(labels === saved.labels ? {} : { labels: labelsIn(labels) }),
    }),
    save: async (body, sent) => {
      const kept = await call('updateLibraryFile', { params: { organisationId, mediaId: file.id }, body })
      keep(kept)
      // Shows the saved, tidied text, except in fields that were edited since or still have the focus.
      const now = draftOf(kept)
      const same = NAMES.filter((name) => typed.current[name] === sent[name])
      const place = ending.current ? null : document.activeElement?.getAttribute('name')
      form.change(Object.fromEntries(same.filter((name) => name !== place).map((name) => [name, now[name]])))
      // A user who closes the dialog meanwhile also waits for the text typed since.
      if (same.length === NAMES.length) ending.current?.()
      else if (ending.current) again.current = true
    },
    words: ({ field }) => (field?.startsWith('labels') ? t('library.labels-refused') : undefined),
    logAs: 'saving the words of a file failed',
  })
  const { values, isBusy, refusals, submit } = form
  typed.current = values
  const isChanged = Object.entries(saved).some(([name, value]) => values[name as keyof Draft] !== value)

  useEffect(() => {
    if (refusals === 0) return
    refused.current = typed.current
    ending.current = undefined
  }, [refusals])

  // One request at a time: a field that was left during a request is saved after it.
  useEffect(() => {
    if (isBusy || !again.current) return
    again.current = false
    if (isChanged) submit()
  })

  useImperativeHandle(end, () => (onEnded) => {
    if (!isChanged || values === refused.current) return onEnded()
    ending.current = onEnded
    submit()
  })

  const leave = () => {
    if (isBusy) again.current = true
    else if (isChanged && values !== refused.current) submit()
  }

  return (
    <FormBody form={form} className={styles.words} onBlur={leave}>
      {!short && (
        <TextInput
          label={t('library.name')}
          maxLength={MAX_TITLE_CHARACTERS}
          dir="auto"
          readOnly={!mayEdit}
          {...form.field('name')}
        />
      )}
      <AlternativeText
        readOnly={!mayEdit}
        value={values.alternativeText}
        error={form.errorAt('alternativeText')}
        onChange={(alternativeText) => form.change({ alternativeText })}
      />
      {!short && (
        <TextInput
          label={t('library.labels')}
          description={t('library.labels-hint', { count: MAX_LABELS_PER_FILE })}
          dir="auto"
          readOnly={!mayEdit}
          {...form.field('labels')}
        />
      )}
      <p className={styles.saved} role="status">
        {mayEdit && t(isBusy ? 'library.saving' : isChanged ? 'library.not-saved' : 'library.saved')}
      </p>
    </FormBody>
  )
}
