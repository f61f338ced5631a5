import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { type Display, DWELL_SECONDS, type DwellSeconds, UpdateDisplay } from '@placard/contract'
import { useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { renewSession } from '../../../platform/api/renew-session.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { changedHung, HungFields, hungDraftOf, hungOf } from '../../../platform/form/hung-fields.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { LanguageField } from './language-field.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

/** Asks the server; omitted without a connection. */
const WhatMoves = lazyDialog(() => import('./what-moves.tsx'), { quiet: 'for good', ahead: false })

/**
 * The form for a display: name, time zone, language, behaviour without lines, and the time that people stay, for the loop. Unchanged
 * fields are not sent, because another user may change them meanwhile.
 */
export default function EditDisplay({ display, onClose }: { display: Display; onClose: () => void }) {
  const { t, language: reader } = useI18n()
  const notice = useNotice()
  // The display as it was when the form opened.
  const [before] = useState(display)
  const form = useForm({
    schema: UpdateDisplay,
    start: () => {
      const { name, timeZone, language, fillsWithoutLines, dwellSeconds, pairedOnly, readCode } = before
      return {
        name,
        timeZone,
        language: language ?? '',
        fillsWithoutLines,
        dwellSeconds,
        pairedOnly,
        readCode,
        ...hungDraftOf(before, reader),
      }
    },
    bodyOf: ({ name, timeZone, language, fillsWithoutLines, dwellSeconds, pairedOnly, readCode, ...hung }) => ({
      ...changedHung(hungOf(hung), before),
      ...(name === before.name ? {} : { name }),
      ...(timeZone === before.timeZone ? {} : { timeZone }),
      ...(language === (before.language ?? '') ? {} : { language: language || null }),
      ...(fillsWithoutLines === before.fillsWithoutLines ? {} : { fillsWithoutLines }),
      ...(dwellSeconds === before.dwellSeconds ? {} : { dwellSeconds }),
      ...(pairedOnly === before.pairedOnly ? {} : { pairedOnly }),
      ...(readCode === before.readCode ? {} : { readCode }),
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
    <FormDialog form={form} title={t('display.edit')} onClose={onClose}>
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
        label={t('display.read-code')}
        description={t(form.values.pairedOnly ? 'display.read-code-private' : 'display.read-code-hint')}
        disabled={form.values.pairedOnly}
        value={form.values.readCode ?? ''}
        data={[
          { value: '', label: t('display.read-code-none') },
          { value: 'card', label: t('display.read-code-card') },
          { value: 'corner', label: t('display.read-code-corner') },
        ]}
        onChange={({ currentTarget: { value } }) =>
          form.change({ readCode: value === 'card' || value === 'corner' ? value : null })
        }
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
