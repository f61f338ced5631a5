import { Button, TextInput } from '@mantine/core'
import { CreateOrganisation, DEFAULT_QUOTA_BYTES, type Organisation, UpdateOrganisation } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { type Problem, problemOfCall, problemsIn } from '../../api/form-problems.ts'
import { writeBytes } from '../../ui/bytes.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useFocusOnProblem } from '../../ui/focus-on-problem.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { idOf, NameAndId, NOTHING_TYPED } from '../../ui/name-and-id.tsx'
import { useNotice } from '../../ui/notices.ts'
import panel from '../../ui/panel.module.css'
import { readOperatorAgain } from './console-query.ts'
import { readQuota, writeQuota } from './quota.ts'

/** Makes an organisation, or changes the name and the quota of one. @param props.organisation undefined: a new one */
export default function EditOrganisation({
  organisation,
  onClose,
}: {
  organisation: Organisation | undefined
  onClose: () => void
}) {
  const { t, language } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const [draft, setDraft] = useState({ ...NOTHING_TYPED, name: organisation?.name ?? '' })
  const [quota, setQuota] = useState(writeQuota(organisation?.quotaBytes ?? null))
  const [problems, setProblems] = useState<Problem[]>([])
  const form = useFocusOnProblem(problems)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const quotaBytes = readQuota(quota)
    const settings = { name: draft.name, quotaBytes: quotaBytes ?? null }
    const found: Problem[] = [
      ...(organisation
        ? problemsIn(UpdateOrganisation, settings)
        : problemsIn(CreateOrganisation, { id: idOf(draft), ...settings })),
      ...(quotaBytes === undefined ? [{ code: 'invalid-field', field: 'quotaBytes' } as const] : []),
    ]
    setProblems(found)
    if (found.length > 0) return
    setBusy(true)
    try {
      if (organisation) {
        await call('updateOrganisation', { params: { organisationId: organisation.id }, body: settings })
      } else {
        const body = CreateOrganisation.parse({ id: idOf(draft), ...settings })
        await call('createOrganisation', { body })
      }
      await readOperatorAgain(client)
      notice('success', t('status.saved'))
      onClose()
    } catch (error) {
      setProblems([problemOfCall(error)])
    } finally {
      setBusy(false)
    }
  }

  const at = (field: string) => {
    const problem = problems.find((one) => one.field === field)
    return problem && t(`error.${problem.code}`)
  }
  const whole = problems.find(({ field }) => !['name', 'id', 'quotaBytes'].includes(field ?? ''))
  return (
    <Dialog title={organisation ? t('console.edit-organisation') : t('console.make-organisation')} onClose={onClose}>
      <form ref={form} className={panel.form} onSubmit={(event) => void submit(event)} noValidate>
        {whole && <ErrorBox message={t(`error.${whole.code}`)} />}
        {organisation ? (
          <TextInput
            label={t('console.organisation-name')}
            value={draft.name}
            error={at('name')}
            onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
            data-autofocus
          />
        ) : (
          <NameAndId
            labels={{ name: t('console.organisation-name'), id: t('console.organisation-id') }}
            draft={draft}
            problems={{ name: at('name'), id: at('id') }}
            onChange={setDraft}
            focused
          />
        )}
        <TextInput
          label={t('console.quota')}
          description={t('console.quota-hint', { quota: writeBytes(DEFAULT_QUOTA_BYTES, language) })}
          inputMode="decimal"
          dir="ltr"
          value={quota}
          error={at('quotaBytes') && t('console.quota-invalid')}
          onChange={(event) => setQuota(event.currentTarget.value)}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {organisation ? t('action.save') : t('console.make-organisation')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
