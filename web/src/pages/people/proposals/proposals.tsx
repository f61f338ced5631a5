import { Button } from '@mantine/core'
import type { Organisation, ProgrammeId, Proposal, Session } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { NoticesHere } from '../../../features/content/items/notices-here.ts'
import { DecidedList } from '../../../features/people/proposals/decided-list.tsx'
import { LinkList } from '../../../features/people/proposals/link-list.tsx'
import type { Place } from '../../../features/people/proposals/make-link.tsx'
import { OwnCounts } from '../../../features/people/proposals/own-counts.tsx'
import { useProposals } from '../../../features/people/proposals/proposals-query.ts'
import { WaitingList } from '../../../features/people/proposals/waiting-list.tsx'
import { codeOf } from '../../../platform/api/api-error.ts'
import { playlistsOf } from '../../../platform/api/playlists.ts'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { CheckIcon, PlusIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { Section } from '../../../platform/ui/section.tsx'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { isEditor } from '../../../shell/is-editor.ts'
import { RequireOrganisation } from '../../../shell/require-session.tsx'

const Decide = lazyDialog(() => import('../../../features/people/proposals/decide.tsx'))
const MakeLink = lazyDialog(() => import('../../../features/people/proposals/make-link.tsx'))
const ProposeDialog = lazyDialog(() => import('../../../features/people/proposals/propose-dialog.tsx'))

/** Proposals: the waiting ones, the links for making them, and the decided ones. */
export default function ProposalsRoute() {
  return (
    <RequireOrganisation>
      {(session) =>
        session.organisation ? <ProposalsPage session={session} organisation={session.organisation} /> : null
      }
    </RequireOrganisation>
  )
}

type Props = { session: Session; organisation: Pick<Organisation, 'id' | 'name'> }

function ProposalsPage({ session, organisation }: Props) {
  const { t } = useI18n()
  const decides = isEditor(session.role)
  const { data, error, refetch } = useProposals(organisation.id)
  const [looked, setLooked] = useState<Proposal>()
  const [open, setOpen] = useState<'link' | 'propose'>()
  const { places, start } = usePlaces(session, organisation)
  const close = () => setOpen(undefined)

  return (
    <InnerPage
      session={session}
      title={t('proposals.title')}
      lead={t(decides ? 'proposals.lead' : 'proposals.lead-own')}
      width="list"
    >
      <NoticesHere value={{ organisationId: organisation.id }}>
        <Section
          title={t('proposals.waiting')}
          count={data && data.waiting.length > 0 ? data.waiting.length : undefined}
          loading={!data && !error}
          problem={error && !data ? t(`error.${codeOf(error)}`) : undefined}
          onRetry={refetch}
          tools={
            session.role === 'contributor' &&
            start && (
              <Button size="sm" leftSection={<PlusIcon />} onClick={() => setOpen('propose')}>
                {t('proposals.propose')}
              </Button>
            )
          }
        >
          {data &&
            (data.waiting.length > 0 ? (
              <WaitingList proposals={data.waiting} onLook={setLooked} />
            ) : (
              <EmptyState
                icon={<CheckIcon />}
                title={t(decides ? 'proposals.none' : 'proposals.none-own')}
                lead={t(decides ? 'proposals.none-lead' : 'proposals.none-own-lead')}
              />
            ))}
        </Section>
        {decides && data && (
          <Section
            title={t('proposals.links')}
            tools={
              start && (
                <Button size="sm" leftSection={<PlusIcon />} onClick={() => setOpen('link')}>
                  {t('proposals.make-link')}
                </Button>
              )
            }
          >
            <p>{t(data.links.length > 0 ? 'proposals.links-lead' : 'proposals.links-none')}</p>
            {data.links.length > 0 && <LinkList links={data.links} organisationId={organisation.id} />}
            {session.role === 'owner' && <OwnCounts organisationId={organisation.id} ownCounts={data.ownCounts} />}
          </Section>
        )}
        {data && data.decided.length > 0 && (
          <Section title={t('proposals.decided')}>
            <DecidedList proposals={data.decided} />
          </Section>
        )}
        {looked && (
          <Decide
            organisationId={organisation.id}
            proposal={looked}
            mayDecide={decides}
            onClose={() => setLooked(undefined)}
          />
        )}
        {open === 'link' && start && (
          <MakeLink organisationId={organisation.id} places={places} start={start} onClose={close} />
        )}
        {open === 'propose' && start && (
          <ProposeDialog organisationId={organisation.id} places={places} start={start} onClose={close} />
        )}
      </NoticesHere>
    </InnerPage>
  )
}

/** The displays, and the playlists for users who are not limited. The one in the page's address comes first. */
function usePlaces({ displays, limited }: Session, { id }: Pick<Organisation, 'id'>) {
  const [query] = useSearchParams()
  const { data: playlists = [] } = useQuery({ ...playlistsOf(id), enabled: !limited })
  const places: Place[] = [
    ...displays.map((display) => ({ id: display.id as ProgrammeId, name: display.name })),
    ...playlists.map((playlist) => ({ id: playlist.id as ProgrammeId, name: playlist.name })),
  ]
  const wanted = query.get('display') ?? query.get('playlist')
  return { places, start: places.find((place) => place.id === wanted) ?? places[0] }
}
