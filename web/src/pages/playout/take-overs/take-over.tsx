import { Button } from '@mantine/core'
import type { OrganisationId, PreparedTakeOver, Session, TakeOver } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Inserts } from '../../../features/playout/take-overs/inserts.tsx'
import { PastTakeOvers } from '../../../features/playout/take-overs/past.tsx'
import { PreparedCards } from '../../../features/playout/take-overs/prepared-cards.tsx'
import { Running } from '../../../features/playout/take-overs/running.tsx'
import styles from '../../../features/playout/take-overs/take-overs.module.css'
import { takeOversOf, useTakeOverCommands } from '../../../features/playout/take-overs/use-take-overs.ts'
import { codeOf } from '../../../platform/api/api-error.ts'
import ConfirmDialog from '../../../platform/ui/confirm-dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { Section } from '../../../platform/ui/section.tsx'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { RequireOrganisation } from '../../../shell/require-session.tsx'

const Start = lazyDialog(() => import('../../../features/playout/take-overs/start-take-over.tsx'))
const Prepare = lazyDialog(() => import('../../../features/playout/take-overs/prepare-take-over.tsx'))
const Report = lazyDialog(() => import('../../../features/playout/take-overs/report.tsx'))

export default function TakeOverPage() {
  return (
    <RequireOrganisation>
      {(session) => session.organisation && <Page session={session} organisationId={session.organisation.id} />}
    </RequireOrganisation>
  )
}

/** The open dialog. `prepared` undefined: own content, or a new prepared take-over. */
type Open =
  | { what: 'start' | 'prepare'; prepared: PreparedTakeOver | undefined }
  | { what: 'remove'; prepared: PreparedTakeOver }
  | { what: 'report'; id: TakeOver['id'] }

/** TO1 to TO3: running, prepared and past take-overs. */
function Page({ session, organisationId }: { session: Session; organisationId: OrganisationId }) {
  const { t } = useI18n()
  const [open, setOpen] = useState<Open>()
  const { data, error, refetch } = useQuery(takeOversOf(organisationId))
  const { removePrepared } = useTakeOverCommands(organisationId)
  const close = () => setOpen(undefined)
  const mayStart = data?.mayStart === true
  const mayPrepare = mayStart && !session.limited

  return (
    <InnerPage session={session} title={t('take-over.title')} lead={t('take-over.lead')} width="list">
      {data?.running.map((one) => (
        <Running
          key={one.id}
          organisationId={organisationId}
          takeOver={one}
          now={data.at}
          mayEnd={mayStart}
          onReport={() => setOpen({ what: 'report', id: one.id })}
        />
      ))}
      <Section
        title={t('take-over.ready')}
        loading={!data && !error}
        problem={error && !data ? t(`error.${codeOf(error)}`) : undefined}
        onRetry={refetch}
        tools={
          mayPrepare && (
            <Button variant="default" size="sm" onClick={() => setOpen({ what: 'prepare', prepared: undefined })}>
              {t('take-over.prepare')}
            </Button>
          )
        }
      >
        {data && (
          <>
            <p className={styles.hint}>{t(mayStart ? 'take-over.ready-lead' : 'take-over.may-not')}</p>
            <PreparedCards
              organisationId={organisationId}
              prepared={data.prepared}
              mayStart={mayStart}
              mayPrepare={mayPrepare}
              onStart={(prepared) => setOpen({ what: 'start', prepared })}
              onEdit={(prepared) => setOpen({ what: 'prepare', prepared })}
              onRemove={(prepared) => setOpen({ what: 'remove', prepared })}
            />
          </>
        )}
      </Section>
      <Inserts organisationId={organisationId} />
      {data && data.past.length > 0 && (
        <Section title={t('take-over.past')}>
          <PastTakeOvers past={data.past} onReport={({ id }) => setOpen({ what: 'report', id })} />
        </Section>
      )}
      {open?.what === 'start' && data && (
        <Start organisationId={organisationId} prepared={open.prepared} reach={data.reach} onClose={close} />
      )}
      {open?.what === 'prepare' && <Prepare organisationId={organisationId} prepared={open.prepared} onClose={close} />}
      {open?.what === 'report' && <Report organisationId={organisationId} id={open.id} onClose={close} />}
      {open?.what === 'remove' && (
        <ConfirmDialog
          question={t('take-over.remove-question')}
          subject={open.prepared.name}
          confirmLabel={t('action.delete')}
          onConfirm={() => {
            void removePrepared(open.prepared.id)
            close()
          }}
          onCancel={close}
        />
      )}
    </InnerPage>
  )
}
