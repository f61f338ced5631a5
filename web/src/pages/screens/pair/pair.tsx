import { Button } from '@mantine/core'
import { PAGES, type PairedScreen, PairingCode, type Session } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { PairForm } from '../../../features/screens/screens/pair-form.tsx'
import TypeCode from '../../../features/screens/screens/type-code.tsx'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { Note } from '../../../platform/ui/note.tsx'
import { Section } from '../../../platform/ui/section.tsx'
import { useChosenDisplay } from '../../../shell/chosen-display.ts'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { RequireOrganisation } from '../../../shell/require-session.tsx'

/** [SP1] `/pair/CODE`: opened by the QR code on a waiting screen. */
export default function Pair() {
  return <RequireOrganisation>{(session) => <PairPage session={session} />}</RequireOrganisation>
}

function PairPage({ session }: { session: Session }) {
  const { t } = useI18n()
  const { organisation, role, displays } = session
  const { display } = useChosenDisplay(session)
  const code = PairingCode.safeParse(useParams().code ?? '').data
  const [done, setDone] = useState<PairedScreen>()
  const [typing, setTyping] = useState(false)
  const canEdit = role === 'editor' || role === 'owner'
  const organisationId = organisation?.id
  const { data, error, refetch } = useQuery({
    queryKey: ['pairing', organisationId, code],
    queryFn: ({ signal }) => {
      if (!organisationId || !code) throw new Error('there is nothing to ask')
      return call('findPairing', { params: { organisationId, code }, signal })
    },
    enabled: organisationId !== undefined && code !== undefined && canEdit && done === undefined,
    gcTime: 0,
  })
  const shown = displays.find(({ id }) => id === done?.displayId)
  const problem = code === undefined ? 'pairing-code-not-found' : error ? codeOf(error) : undefined
  const isWrong = problem === 'pairing-code-not-found'

  return (
    <InnerPage session={session} title={t('pairing.title')} width="form">
      {!canEdit && <Note text={t('error.not-allowed')} />}
      {canEdit && !done && (
        <Section
          title={t('pairing.about')}
          loading={!data && problem === undefined}
          problem={problem && !isWrong ? t(`error.${problem}`) : undefined}
          onRetry={refetch}
        >
          {isWrong && <ErrorBox message={t('error.pairing-code-not-found')} />}
          {problem !== undefined && <Button onClick={() => setTyping(true)}>{t('pairing.type')}</Button>}
          {data && display && organisationId && (
            <PairForm
              key={data.code}
              organisationId={organisationId}
              pairing={data}
              displays={displays}
              display={display}
              onPaired={setDone}
            />
          )}
          {data && !display && <Note text={t('pairing.no-display')} />}
        </Section>
      )}
      {done && (
        <Section title={t('pairing.done')}>
          <p role="status">
            {t('pairing.done-lead', { name: `\u2068${done.name}\u2069`, display: `\u2068${shown?.name ?? ''}\u2069` })}
          </p>
          <Button component={Link} to={PAGES.screens}>
            {t('paired.see-all')}
          </Button>
        </Section>
      )}
      {typing && organisationId && <TypeCode organisationId={organisationId} onClose={() => setTyping(false)} />}
    </InnerPage>
  )
}
