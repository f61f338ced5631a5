import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { type Display, DWELL_SECONDS, type DwellSeconds, type Programme, UpdateDisplay } from '@placard/contract'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { renewSession } from '../../api/renew-session.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { changedHung, HungFields, hungDraftOf, hungOf } from '../../form/hung-fields.tsx'
import { useForm } from '../../form/use-form.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { Note } from '../../ui/note.tsx'
import { useNotice } from '../../ui/notices.ts'
import { LanguageField } from './language-field.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

/**
 * The name of a display, its time zone and language, what it does without texts, and for whom its loop is reckoned. What is not changed is not sent: somebody else may
 * change it meanwhile.
 */
export default function EditDisplay({ display, onClose }: { display: Display; onClose: () => void }) {
  const { t, language: reader } = useI18n()
  const notice = useNotice()
  // As it was when this was opened.
  const [before] = useState(display)
  const form = useForm({
    schema: UpdateDisplay,
    start: () => {
      const { name, timeZone, language, fillsWithoutLines, dwellSeconds, pairedOnly } = before
      return {
        name,
        timeZone,
        language: language ?? '',
        fillsWithoutLines,
        dwellSeconds,
        pairedOnly,
        ...hungDraftOf(before, reader),
      }
    },
    bodyOf: ({ name, timeZone, language, fillsWithoutLines, dwellSeconds, pairedOnly, ...hung }) => ({
      ...changedHung(hungOf(hung), before),
      ...(name === before.name ? {} : { name }),
      ...(timeZone === before.timeZone ? {} : { timeZone }),
      ...(language === (before.language ?? '') ? {} : { language: language || null }),
      ...(fillsWithoutLines === before.fillsWithoutLines ? {} : { fillsWithoutLines }),
      ...(dwellSeconds === before.dwellSeconds ? {} : { dwellSeconds }),
      ...(pairedOnly === before.pairedOnly ? {} : { pairedOnly }),
    }),
    save: async (body) => {
      const params = { organisationId: before.organisationId, displayId: before.id }
      await call('updateDisplay', { params, body })
      await renewSession()
      notice('success', t('status.saved'))
      onClose()
    },
  })

  return (
    <FormDialog form={form} title={t('display.edit')} submitLabel={t('action.save')} onClose={onClose}>
      <TextInput
        label={t('display.name')}
        description={t('display.name-hint')}
        dir="auto"
        {...form.field('name')}
        data-autofocus
      />
      <TimeZoneField {...form.field('timeZone')} />
      {form.values.timeZone !== before.timeZone && <WhatMoves display={before} />}
      <LanguageField {...form.field('language')} />
      <Switch label={t('display.fills')} description={t('display.fills-hint')} {...form.toggle('fillsWithoutLines')} />
      <Switch
        label={t('display.paired-only')}
        description={t('display.paired-only-hint')}
        {...form.toggle('pairedOnly')}
      />
      <NativeSelect
        label={t('display.dwell')}
        description={t('display.dwell-hint')}
        value={form.values.dwellSeconds}
        data={DWELL_SECONDS.map((seconds) => ({
          value: String(seconds),
          label: t('items.seconds', { seconds }),
        }))}
        onChange={({ currentTarget }) => form.change({ dwellSeconds: Number(currentTarget.value) as DwellSeconds })}
      />
      <HungFields form={form} hint={t('hung.hint-display')} />
    </FormDialog>
  )
}

/** [SD9] What another time zone moves: everything that has a schedule keeps its times, by another clock. */
function WhatMoves({ display }: { display: Display }) {
  const { t, language } = useI18n()
  const [titles, setTitles] = useState<string[]>([])
  const { organisationId, id: displayId } = display

  useEffect(() => {
    let isOver = false
    const tell = ({ items, lines, playlists }: Programme) => {
      if (isOver) return
      // What a playlist brings goes by the clock of each display that it is on.
      const named = [{ items, lines }, ...playlists].flatMap((held) => [
        ...held.items,
        ...held.lines.map(({ text, ...line }) => ({ ...line, title: text })),
      ])
      setTitles(named.filter(({ schedule }) => schedule).map(({ title }) => title))
    }
    // It is a word to the wise: without it the form works as well.
    call('getProgramme', { params: { organisationId, displayId } }).then(tell, () => {})
    return () => {
      isOver = true
    }
  }, [organisationId, displayId])

  if (titles.length === 0) return null
  const named = titles.slice(0, NAMED_AT_MOST).map((title) => t('display.zone-moves-one', { title }))
  const others = titles.length - named.length
  const all = others === 0 ? named : [...named, t('display.zone-moves-more', { count: others })]
  return <Note text={t('display.zone-moves', { titles: new Intl.ListFormat(language).format(all) })} />
}

/** The rest is counted. */
const NAMED_AT_MOST = 4
