import { Skeleton } from '@mantine/core'
import { FinishSetup, type SetupOffer } from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { useFinishSetup } from '../../../features/people/session/session-query.ts'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { createTokenKeeper } from '../../../platform/api/link-token.ts'
import { NewPassword } from '../../../platform/form/new-password.ts'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { usePageTitle } from '../../../platform/ui/page-title.ts'
import { RetryBox } from '../../../platform/ui/retry-box.tsx'
import { SignPage } from '../../../shell/sign-page.tsx'
import { SetupDone } from './done.tsx'
import { firstDraft, forgetDraft, keepDraft, keptToken, toFinish } from './draft.ts'
import { NoSetup } from './over.tsx'
import { PlaceForm } from './place.tsx'
import { Progress } from './progress.tsx'
import { Welcome } from './welcome.tsx'
import { YOUR_FIELDS, YouForm } from './you.tsx'

const keeper = createTokenKeeper(window)

const STEPS = ['welcome', 'you', 'place', 'done'] as const
type Step = (typeof STEPS)[number]

const TITLES = { welcome: 'setup.title', you: 'setup.you', place: 'setup.place' } as const

/** The first start: opened with the link that the server has printed, and finished when a display plays. */
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
          <RetryBox message={t(`error.${code}`)} onRetry={refetch} />
        )
      }
    />
  )
}

const Body = FinishSetup.extend({ password: NewPassword })

function Steps({ token, step, offer }: { token: string; step: Exclude<Step, 'done'>; offer: SetupOffer }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const client = useQueryClient()
  const finish = useFinishSetup()
  const title = useTitleOfStep(step)
  const goTo = (next: Step) => void navigate({ search: next === 'welcome' ? '' : `?step=${next}` })
  const form = useForm({
    schema: Body,
    start: firstDraft,
    bodyOf: (draft) => toFinish(token, draft),
    save: async (body) => {
      try {
        await finish(body)
      } catch (error) {
        const code = codeOf(error)
        // Requests the link's state again, which gives the reason it is closed.
        if (code === 'already-set-up' || code === 'setup-link-expired') {
          await client.resetQueries({ queryKey: ['setup', token] })
        }
        throw error
      }
      await navigate({ search: '?step=done' }, { replace: true })
      forgetDraft(token)
      client.removeQueries({ queryKey: ['setup', token] })
    },
  })
  const { values, refusals } = form
  useEffect(() => keepDraft(token, values), [token, values])

  const isYourPlace = step === 'place' && [...YOUR_FIELDS].some((field) => form.errorAt(field) !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (isYourPlace) goTo('you')
  }, [refusals])

  const above = <Progress step={step} steps={STEPS} />
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
          form={<YouForm form={form} onBack={() => goTo('welcome')} onDone={() => goTo('place')} />}
        />
      )
    case 'place':
      // After a reload: the password is never stored.
      if (values.password === '') return <Navigate to={{ search: '?step=you' }} replace />
      return (
        <SignPage
          above={above}
          titleRef={title}
          title={t(TITLES[step])}
          lead={t('setup.place-lead')}
          form={<PlaceForm form={form} onBack={() => goTo('you')} />}
        />
      )
  }
}

/** Focuses the heading of a new step, but not when the page opens. */
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
