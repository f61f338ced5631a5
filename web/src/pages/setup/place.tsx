import { Button, Switch, TextInput } from '@mantine/core'
import { playerPath } from '@placard/contract'
import { type FormEvent, useState } from 'react'
import type { Problem } from '../../api/form-problems.ts'
import { TimeZoneField } from '../../features/displays/time-zone-field.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useFocusOnProblem } from '../../ui/focus-on-problem.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { displayIdOf, organisationIdOf, type SetupDraft } from './draft.ts'
import styles from './setup.module.css'

const FIELDS = ['organisationName', 'organisationId', 'displayName', 'displayId', 'timeZone']

type Props = {
  draft: SetupDraft
  problems: readonly Problem[]
  problemAt: (field: string) => string | undefined
  onChange: (change: Partial<SetupDraft>) => void
  onBack: () => void
  onSubmit: () => Promise<void>
}

/** Whose displays they are, and the first of them. */
export function PlaceForm({ draft, problems, problemAt, onChange, onBack, onSubmit }: Props) {
  const { t } = useI18n()
  const form = useFocusOnProblem(problems)
  const [busy, setBusy] = useState(false)
  const { organisation, display } = draft
  const [organisationId, displayId] = [organisationIdOf(draft), displayIdOf(draft)]
  const whole = problems.find(({ field }) => !FIELDS.includes(field ?? ''))
  const isIdWrong = problemAt('organisationId') !== undefined || problemAt('displayId') !== undefined
  const [open, setOpen] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await onSubmit()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} className={styles.column} onSubmit={(event) => void submit(event)} noValidate>
      {whole && <ErrorBox message={t(`error.${whole.code}`)} />}
      <TextInput
        name="organisation"
        label={t('setup.organisation')}
        autoComplete="organization"
        value={organisation.name}
        error={problemAt('organisationName')}
        onChange={(event) => onChange({ organisation: { ...organisation, name: event.currentTarget.value } })}
      />
      <TextInput
        name="display"
        label={t('setup.display')}
        description={t('setup.display-hint')}
        value={display.name}
        error={problemAt('displayName')}
        onChange={(event) => onChange({ display: { ...display, name: event.currentTarget.value } })}
      />
      <details className={styles.ids} open={open || isIdWrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {t('setup.address')}
          <bdi dir="ltr">{playerPath({ organisationId, displayId })}</bdi>
        </summary>
        <div className={styles.column}>
          <TextInput
            name="organisation-id"
            label={t('console.organisation-id')}
            description={t('field.id-hint')}
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            value={organisation.id ?? organisationId}
            error={problemAt('organisationId')}
            onChange={(event) => onChange({ organisation: { ...organisation, id: event.currentTarget.value } })}
          />
          <TextInput
            name="display-id"
            label={t('display.id')}
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            value={display.id ?? displayId}
            error={problemAt('displayId')}
            onChange={(event) => onChange({ display: { ...display, id: event.currentTarget.value } })}
          />
        </div>
      </details>
      <TimeZoneField
        value={draft.timeZone}
        error={problemAt('timeZone')}
        onChange={(timeZone) => onChange({ timeZone })}
      />
      <Switch
        className={styles.sample ?? ''}
        label={t('setup.sample')}
        description={t('setup.sample-hint')}
        checked={draft.sample}
        onChange={(event) => onChange({ sample: event.currentTarget.checked })}
      />
      <div className={styles.buttons}>
        <Button variant="default" size="md" onClick={onBack} disabled={busy}>
          {t('setup.back')}
        </Button>
        <Button type="submit" size="md" loading={busy}>
          {t('setup.finish')}
        </Button>
      </div>
    </form>
  )
}
