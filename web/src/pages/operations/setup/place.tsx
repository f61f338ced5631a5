import { Button, Switch, TextInput } from '@mantine/core'
import { playerPath } from '@placard/contract'
import { useState } from 'react'
import { TimeZoneField } from '../../../features/content/displays/time-zone-field.tsx'
import { FormBody } from '../../../platform/form/form-body.tsx'
import type { Form } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { displayIdOf, organisationIdOf, type SetupDraft } from './draft.ts'
import styles from './setup.module.css'

type Props = { form: Form<SetupDraft>; onBack: () => void }

/** The step for the organisation and its first display. */
export function PlaceForm({ form, onBack }: Props) {
  const { t } = useI18n()
  const [organisationId, displayId] = [organisationIdOf(form.values), displayIdOf(form.values)]
  const ids = { organisation: form.field('organisationId'), display: form.field('displayId') }
  const isIdWrong = ids.organisation.error !== undefined || ids.display.error !== undefined
  const [open, setOpen] = useState(false)

  return (
    <FormBody form={form} className={styles.column}>
      <TextInput label={t('setup.organisation')} autoComplete="organization" {...form.field('organisationName')} />
      <TextInput label={t('setup.display')} description={t('setup.display-hint')} {...form.field('displayName')} />
      <details className={styles.ids} open={open || isIdWrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {t('setup.address')}
          <bdi dir="ltr">{playerPath({ organisationId, displayId })}</bdi>
        </summary>
        <div className={styles.column}>
          <TextInput
            label={t('console.organisation-id')}
            description={t('field.id-hint')}
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            {...ids.organisation}
            value={ids.organisation.value ?? organisationId}
          />
          <TextInput
            label={t('display.id')}
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            {...ids.display}
            value={ids.display.value ?? displayId}
          />
        </div>
      </details>
      <TimeZoneField {...form.field('timeZone')} />
      <Switch
        className={styles.sample ?? ''}
        label={t('setup.sample')}
        description={t('setup.sample-hint')}
        {...form.toggle('sample')}
      />
      <Switch
        className={styles.sample ?? ''}
        label={t('setup.menu')}
        description={t('setup.menu-hint')}
        {...form.toggle('menu')}
      />
      <div className={styles.buttons}>
        <Button variant="default" size="md" onClick={onBack} disabled={form.isBusy}>
          {t('setup.back')}
        </Button>
        <Button type="submit" size="md" loading={form.isBusy}>
          {t('setup.finish')}
        </Button>
      </div>
    </FormBody>
  )
}
