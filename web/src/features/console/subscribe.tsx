import { Button, NativeSelect, TextInput } from '@mantine/core'
import {
  CreateDisplay,
  CreateOrganisation,
  CreateSubscription,
  type DisplayId,
  type Organisation,
  OrganisationId,
  type Role,
  type SubscriberInvited,
} from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { codeOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { type Problem, problemOfCall, problemsIn } from '../../api/form-problems.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useFocusOnProblem } from '../../ui/focus-on-problem.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { idOf, NameAndId, NOTHING_TYPED } from '../../ui/name-and-id.tsx'
import { useNotice } from '../../ui/notices.ts'
import panel from '../../ui/panel.module.css'
import { RoleChoice } from '../../ui/role-choice.tsx'
import styles from './console.module.css'
import { readOperatorAgain, useDisplaysOf } from './console-query.ts'

const NEW = 'new:'
type Step = 'organisation' | 'display' | 'subscription'
type StepProblem = Problem & { step: Step }

/** Those that have a place of their own beside a field. */
const SHOWN: Record<Step, readonly string[]> = {
  organisation: ['name', 'id'],
  display: ['name', 'id'],
  subscription: ['email', 'subType', 'msg', 'organisationId', 'displayId'],
}

type Props = {
  /** Of who waits; undefined: it is typed. */
  email: string | undefined
  organisations: Organisation[]
  /** Chosen at first. */
  organisationId: OrganisationId | undefined
  /** There is no account yet: its link is shown in the place of the form. */
  onInvited: (email: string, invitation: SubscriberInvited) => void
  onClose: () => void
}

/** A5: subscribes an address to an organisation and a display, either of which can be made on the way. */
export default function Subscribe({ email: given, organisations, organisationId, onInvited, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const [email, setEmail] = useState(given ?? '')
  const [chosen, setChosen] = useState<string>(organisationId ?? organisations[0]?.id ?? NEW)
  const [organisation, setOrganisation] = useState(NOTHING_TYPED)
  const existing = chosen === NEW ? undefined : OrganisationId.parse(chosen)
  const displays = useDisplaysOf(existing)
  const [wantedDisplay, setWantedDisplay] = useState<string>()
  const [display, setDisplay] = useState(NOTHING_TYPED)
  const [subType, setSubType] = useState('standard')
  const [msg, setMsg] = useState('')
  const [role, setRole] = useState<Role>('editor')
  const [problems, setProblems] = useState<StepProblem[]>([])
  const form = useFocusOnProblem(problems)
  const [busy, setBusy] = useState(false)

  const known = existing ? (displays.data ?? []) : []
  const chosenDisplay = known.some(({ id }) => id === wantedDisplay) ? wantedDisplay : undefined
  const displayChoice = wantedDisplay === NEW ? NEW : (chosenDisplay ?? known[0]?.id ?? NEW)
  const loading = existing !== undefined && displays.isPending

  const bodies = () => ({
    organisation: { id: idOf(organisation), name: organisation.name },
    display: { id: idOf(display), name: display.name },
    subscription: {
      email: email.trim(),
      organisationId: existing ?? idOf(organisation),
      displayId: displayChoice === NEW ? idOf(display) : displayChoice,
      subType,
      msg,
      role,
    },
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = bodies()
    const found = problemsOf(wanted, existing === undefined, displayChoice === NEW)
    setProblems(found)
    if (found.length > 0) return
    setBusy(true)
    let step: Step = 'organisation'
    try {
      // What is made stays made when a later step fails, and is what the form shows as chosen from then on.
      let home = existing
      if (home === undefined) {
        home = (await call('createOrganisation', { body: CreateOrganisation.parse(wanted.organisation) })).id
        await readOperatorAgain(client)
        setChosen(home)
        setWantedDisplay(NEW)
      }
      step = 'display'
      let opensWith = wanted.subscription.displayId as DisplayId
      if (displayChoice === NEW) {
        const params = { organisationId: home }
        opensWith = (await call('createOrganisationDisplay', { params, body: CreateDisplay.parse(wanted.display) })).id
        setWantedDisplay(opensWith)
      }
      step = 'subscription'
      const body = CreateSubscription.parse({ ...wanted.subscription, organisationId: home, displayId: opensWith })
      const { invitation } = await call('createSubscription', { body })
      notice('success', t('console.subscribed', { email: body.email }))
      if (invitation) onInvited(body.email, invitation)
      else onClose()
    } catch (error) {
      setProblems([{ ...problemOfCall(error), step }])
    } finally {
      setBusy(false)
      void readOperatorAgain(client)
    }
  }

  const problemAt = (step: Step, field: string) => {
    const problem = problems.find((one) => one.step === step && one.field === field)
    return problem && t(`error.${problem.code}`)
  }
  const whole = problems.find(({ step, field }) => !SHOWN[step].includes(field ?? ''))

  return (
    <Dialog title={t('console.subscribe-title')} onClose={onClose}>
      <form ref={form} className={panel.form} onSubmit={(event) => void submit(event)} noValidate>
        {whole && <ErrorBox message={t(`error.${whole.code}`)} />}
        {given === undefined ? (
          <TextInput
            label={t('login.email')}
            description={t('console.ahead')}
            type="email"
            dir="ltr"
            value={email}
            error={problemAt('subscription', 'email')}
            onChange={(event) => setEmail(event.currentTarget.value)}
            data-autofocus
          />
        ) : (
          <>
            <p className={panel.subject}>
              <bdi>{given}</bdi>
            </p>
            {problemAt('subscription', 'email') && <ErrorBox message={problemAt('subscription', 'email') ?? ''} />}
          </>
        )}

        <NativeSelect
          label={t('console.organisation')}
          value={chosen}
          error={problemAt('subscription', 'organisationId')}
          data={[
            ...organisations.map(({ id, name }) => ({ value: id as string, label: `${name} (${id})` })),
            ...(existing && !organisations.some(({ id }) => id === existing)
              ? [{ value: chosen, label: organisation.name || chosen }]
              : []),
            { value: NEW, label: t('console.new-organisation') },
          ]}
          onChange={(event) => {
            setChosen(event.currentTarget.value)
            setWantedDisplay(undefined)
          }}
          data-autofocus={given === undefined ? undefined : true}
        />
        {existing === undefined && (
          <div className={styles.made}>
            <NameAndId
              labels={{ name: t('console.organisation-name'), id: t('console.organisation-id') }}
              draft={organisation}
              problems={{ name: problemAt('organisation', 'name'), id: problemAt('organisation', 'id') }}
              onChange={setOrganisation}
            />
          </div>
        )}

        {displays.error && existing !== undefined && <ErrorBox message={t(`error.${codeOf(displays.error)}`)} />}
        {known.length > 0 && (
          <NativeSelect
            label={t('console.display')}
            value={displayChoice}
            error={problemAt('subscription', 'displayId')}
            data={[
              ...known.map(({ id, name }) => ({ value: id as string, label: `${name} (${id})` })),
              { value: NEW, label: t('console.new-display') },
            ]}
            onChange={(event) => setWantedDisplay(event.currentTarget.value)}
          />
        )}
        {displayChoice === NEW && !loading && (
          <div className={styles.made}>
            <NameAndId
              labels={{ name: t('display.name'), id: t('display.id') }}
              draft={display}
              problems={{ name: problemAt('display', 'name'), id: problemAt('display', 'id') }}
              onChange={setDisplay}
            />
          </div>
        )}

        <RoleChoice value={role} onChange={setRole} />
        <TextInput
          label={t('console.sub-type')}
          value={subType}
          error={problemAt('subscription', 'subType')}
          onChange={(event) => setSubType(event.currentTarget.value)}
        />
        <TextInput
          label={t('console.msg')}
          description={t('console.msg-hint')}
          value={msg}
          error={problemAt('subscription', 'msg')}
          onChange={(event) => setMsg(event.currentTarget.value)}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={loading}>
            {t('console.subscribe')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type Bodies = { organisation: object; display: object; subscription: object }

function problemsOf(wanted: Bodies, makesOrganisation: boolean, makesDisplay: boolean): StepProblem[] {
  const at = (step: Step, problems: Problem[]) => problems.map((problem) => ({ ...problem, step }))
  const own = at('subscription', problemsIn(CreateSubscription, wanted.subscription))
  return [
    ...(makesOrganisation ? at('organisation', problemsIn(CreateOrganisation, wanted.organisation)) : []),
    ...(makesDisplay ? at('display', problemsIn(CreateDisplay, wanted.display)) : []),
    // The id of what is still to be made is told where it is typed.
    ...own.filter(
      ({ field }) => !(makesOrganisation && field === 'organisationId') && !(makesDisplay && field === 'displayId'),
    ),
  ]
}
