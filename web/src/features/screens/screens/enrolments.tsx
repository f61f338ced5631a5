import { Button, NativeSelect, TextInput } from '@mantine/core'
import {
  CreateEnrolment,
  type Enrolment,
  type EnrolmentCode,
  groupedEnrolmentCode,
  MAX_ENROLMENT_SCREENS,
  MAX_PLACE_CHARACTERS,
  type OrganisationId,
  type OrganisationScreens,
} from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { useForm } from '../../../platform/form/use-form.ts'
import ConfirmDialog from '../../../platform/ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../../../platform/ui/dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import { useNotice } from '../../../platform/ui/notices.ts'
import panel from '../../../platform/ui/panel.module.css'
import { publicOrigin } from '../../../platform/ui/public-origin.ts'
import { RetryBox } from '../../../platform/ui/retry-box.tsx'
import { RowButton, Rows } from '../../../platform/ui/rows.tsx'
import { saveFile } from '../../../platform/ui/save-file.ts'
import { SecretDialog } from '../../../platform/ui/secret-dialog.tsx'
import { SETTINGS_FILE, settingsFile } from './settings-file.ts'

const DAYS = [1, 7, 30, 90] as const

type Displays = OrganisationScreens['displays']
type Props = {
  organisationId: OrganisationId
  displays: Displays
  /** The initial choice. */
  displayId: Displays[number]['id'] | undefined
  onClose: () => void
}

/** [PX7] Codes with which screens pair themselves: make, list, withdraw. */
export default function Enrolments({ organisationId, displays, displayId, onClose }: Props) {
  const { t, language } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const [step, setStep] = useState<'list' | 'make' | EnrolmentCode>('list')
  const [asked, setAsked] = useState<Enrolment>()
  const params = { organisationId }
  const queryKey = ['enrolments', organisationId]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('listEnrolments', { params, signal }),
    staleTime: 0,
  })
  const again = () => client.invalidateQueries({ queryKey })
  const { run, doing } = useDoing<Enrolment['id']>({ tell: (words) => notice('error', words), after: again })

  const withdraw = (enrolment: Enrolment) => {
    setAsked(undefined)
    run(enrolment.id, async () => {
      await call('withdrawEnrolment', { params: { ...params, enrolmentId: enrolment.id } })
      notice('success', t('enrol.withdrawn'))
    })
  }
  const backToList = () => {
    setStep('list')
    void again()
  }
  const nameOf = ({ displayId: id }: Enrolment) => displays.find((one) => one.id === id)?.name ?? id
  const day = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium' })

  if (step === 'make')
    return (
      <MakeEnrolment
        organisationId={organisationId}
        displays={displays}
        displayId={displayId}
        onMade={setStep}
        onClose={backToList}
      />
    )
  if (step !== 'list') {
    const code = groupedEnrolmentCode(step)
    const address = `${publicOrigin()}/screen#enrol=${code}`
    const save = () =>
      saveFile(SETTINGS_FILE, new Blob([settingsFile(publicOrigin(), code)], { type: 'text/plain;charset=utf-8' }))
    return (
      <SecretDialog title={t('enrol.made')} lead={t('enrol.made-lead')} secret={address} onClose={backToList}>
        <div className={panel.effect}>
          <p className={panel.lead}>{t('enrol.made-more')}</p>
          <p className={panel.lead}>{t('enrol.file-lead')}</p>
          <div className={panel.buttons}>
            <Button variant="default" onClick={save}>
              {t('enrol.file')}
            </Button>
          </div>
        </div>
      </SecretDialog>
    )
  }
  if (asked)
    return (
      <ConfirmDialog
        question={t('enrol.withdraw-question')}
        subject={nameOf(asked)}
        confirmLabel={t('enrol.withdraw')}
        onConfirm={() => withdraw(asked)}
        onCancel={() => setAsked(undefined)}
      />
    )
  return (
    <Dialog title={t('enrol.title')} onClose={onClose}>
      <p className={panel.lead}>{t('enrol.lead')}</p>
      {error && !data && <RetryBox message={t(`error.${codeOf(error)}`)} onRetry={refetch} />}
      {data?.length === 0 && <p className={panel.lead}>{t('enrol.none')}</p>}
      <Rows
        of={data ?? []}
        words={nameOf}
        beside
        end={(enrolment) => (
          <RowButton
            label={t('enrol.withdraw-of', { name: nameOf(enrolment) })}
            loading={doing === enrolment.id}
            onClick={() => setAsked(enrolment)}
          >
            {t('enrol.withdraw')}
          </RowButton>
        )}
      >
        {(enrolment) => (
          <>
            <strong dir="auto">{nameOf(enrolment)}</strong>
            <small>
              {t('enrol.used', { enrolled: enrolment.enrolled, screens: enrolment.screens })}
              {enrolment.place !== '' && (
                <>
                  {' · '}
                  <bdi>{enrolment.place}</bdi>
                </>
              )}
            </small>
            <small>{t('enrol.expires', { when: day.format(enrolment.expiresAt) })}</small>
          </>
        )}
      </Rows>
      <DialogActions>
        <Button onClick={() => setStep('make')} data-autofocus>
          {t('enrol.make')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type MakeProps = Props & { onMade: (code: EnrolmentCode) => void }

function MakeEnrolment({ organisationId, displays, displayId, onMade, onClose }: MakeProps) {
  const { t } = useI18n()
  const form = useForm({
    schema: CreateEnrolment,
    start: () => ({ displayId: (displayId ?? displays[0]?.id ?? '') as string, place: '', screens: '10', days: '7' }),
    bodyOf: ({ screens, days, ...rest }) => ({ ...rest, screens: Number(screens), days: Number(days) }),
    save: async (body) => onMade((await call('createEnrolment', { params: { organisationId }, body })).code),
  })
  return (
    <FormDialog form={form} title={t('enrol.make')} submitLabel={t('enrol.make')} onClose={onClose}>
      <NativeSelect
        label={t('enrol.display')}
        description={t('enrol.display-hint')}
        data={displays.map(({ id, name }) => ({ value: id as string, label: name }))}
        {...form.field('displayId')}
        data-autofocus
      />
      <TextInput
        label={t('enrol.place')}
        description={t('enrol.place-hint')}
        dir="auto"
        maxLength={MAX_PLACE_CHARACTERS}
        {...form.field('place')}
      />
      <TextInput
        label={t('enrol.screens')}
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_ENROLMENT_SCREENS}
        {...form.field('screens')}
      />
      <NativeSelect
        label={t('enrol.days')}
        data={DAYS.map((value) => ({ value: String(value), label: t('enrol.days-of', { count: value }) }))}
        {...form.field('days')}
      />
    </FormDialog>
  )
}
