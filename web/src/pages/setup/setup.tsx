import { Button, Skeleton } from '@mantine/core'
import { FinishSetup, type SetupOffer } from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { codeOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { type Problem, problemOfCall, problemsIn } from '../../api/form-problems.ts'
import { createTokenKeeper } from '../../api/link-token.ts'
import { useFinishSetup } from '../../features/session/session-query.ts'
import { SignPage } from '../../shell/sign-page.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { missingCharacters } from '../../ui/new-password.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { SetupDone } from './done.tsx'
import { forgetDraft, keptToken, toFinish, useSetupDraft } from './draft.ts'
import { NoSetup } from './over.tsx'
import { PlaceForm } from './place.tsx'
import { Progress } from './progress.tsx'
import styles from './setup.module.css'
import { Welcome } from './welcome.tsx'
import { YouForm } from './you.tsx'

const keeper = createTokenKeeper(window)

const STEPS = ['welcome', 'you', 'place', 'done'] as const
type Step = (typeof STEPS)[number]

const TITLES = { welcome: 'setup.title', you: 'setup.you', place: 'setup.place' } as const

/** The first run: opened by the link that the server has printed, and over when a display plays. */
export default function SetUp() {
  const opened = useSyncExternalStore(keeper.onChange, keeper.take)
  const [query] = useSearchParams()
  const step = STEPS.find((one) => one === query.get('step')) ?? 'welcome'
  const token = opened ?? keptToken()

  if (step === 'done') return <SetupDone above={<Progress step={step} steps={STEPS} />} />
  if (token === undefined) return <NoSetup because={query.has('waiting') ? 'waiting' : 'no-link'} />
  return <ByLink key={token} token={token} step={step} />
}

function ByLink({ token, step }: { token: string; step: Exclude<Step, 'done'> }) {
  const { t } = useI18n()
  const { data, error, refetch } = useQuery({
    queryKey: ['setup', token],
    queryFn: ({ signal }) => call('readSetup', { body: { token }, signal }),
  })
  const code = error ? codeOf(error) : undefined
  usePageTitle(t(TITLES[step]))

  if (code === 'already-set-up' || code === 'setup-link-expired') return <NoSetup because={code} />
  if (data) return <Steps token={token} step={step} offer={data} />
  return (
    <SignPage
      title={t('setup.title')}
      lead={t('setup.lead')}
      form={
        code === undefined ? (
          <Skeleton height="14rem" radius="md" />
        ) : (
          <div className={styles.column}>
            <ErrorBox message={t(`error.${code}`)} />
            <Button variant="default" onClick={() => void refetch()}>
              {t('action.retry')}
            </Button>
          </div>
        )
      }
    />
  )
}

const OF_YOU = new Set<string | undefined>(['name', 'email', 'password'])

function Steps({ token, step, offer }: { token: string; step: Exclude<Step, 'done'>; offer: SetupOffer }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const client = useQueryClient()
  const finish = useFinishSetup()
  const [draft, change] = useSetupDraft(token)
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problem[]>([])
  const title = useTitleOfStep(step)

  const goTo = (next: Step) => void navigate({ search: next === 'welcome' ? '' : `?step=${next}` })
  const problemsOf = (isWanted: (field: string | undefined) => boolean) => {
    const found = problemsIn(FinishSetup, toFinish(token, draft, password)).filter(({ field }) => isWanted(field))
    setProblems(found)
    return found
  }

  const submit = async () => {
    if (problemsOf(() => true).length > 0) return
    try {
      await finish(FinishSetup.parse(toFinish(token, draft, password)))
    } catch (error) {
      const problem = problemOfCall(error)
      setProblems([problem])
      if (OF_YOU.has(problem.field)) goTo('you')
      // Why it is not open any more, the link's own answer says.
      if (problem.code === 'already-set-up' || problem.code === 'setup-link-expired') {
        await client.resetQueries({ queryKey: ['setup', token] })
      }
      return
    }
    await navigate({ search: '?step=done' }, { replace: true })
    forgetDraft(token)
    client.removeQueries({ queryKey: ['setup', token] })
  }

  const above = <Progress step={step} steps={STEPS} />
  const at = (field: string) => {
    const problem = problems.find((one) => one.field === field)
    return problem && t(`error.${problem.code}`)
  }
  switch (step) {
    case 'welcome':
      return (
        <SignPage
          above={above}
          titleRef={title}
          title={t(TITLES[step])}
          lead={t('setup.lead')}
          form={<Welcome offer={offer} onStart={() => goTo('you')} />}
        />
      )
    case 'you':
      return (
        <SignPage
          above={above}
          titleRef={title}
          title={t(TITLES[step])}
          lead={t('setup.you-lead')}
          form={
            <YouForm
              draft={draft}
              password={password}
              problems={problems}
              problemAt={at}
              onChange={change}
              onPassword={setPassword}
              onBack={() => goTo('welcome')}
              onSubmit={() => {
                const found = problemsOf((field) => OF_YOU.has(field))
                if (found.length === 0 && missingCharacters(password) === 0) goTo('place')
              }}
            />
          }
        />
      )
    case 'place':
      // After a reload: the password was written down nowhere.
      if (password === '') return <Navigate to={{ search: '?step=you' }} replace />
      return (
        <SignPage
          above={above}
          titleRef={title}
          title={t(TITLES[step])}
          lead={t('setup.place-lead')}
          form={
            <PlaceForm
              draft={draft}
              problems={problems}
              problemAt={at}
              onChange={change}
              onBack={() => goTo('you')}
              onSubmit={submit}
            />
          }
        />
      )
  }
}

/** Takes the reader to the new step's heading; what a page shows first needs no such help. */
function useTitleOfStep(step: Step) {
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    title.current?.focus()
    scrollTo({ top: 0 })
  }, [step])
  return title
}
