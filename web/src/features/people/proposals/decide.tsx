import { Button, TextInput } from '@mantine/core'
import {
  ApproveProposal,
  MAX_PROPOSAL_WORD_CHARACTERS,
  MAX_TITLE_CHARACTERS,
  type OrganisationId,
  type Proposal,
  RefuseProposal,
} from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { FormBody } from '../../../platform/form/form-body.tsx'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { useForm } from '../../../platform/form/use-form.ts'
import confirm from '../../../platform/ui/confirm-dialog.module.css'
import { Dialog, DialogActions } from '../../../platform/ui/dialog.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { EMPTY_NOTICE, type NoticeDraft } from '../../content/notices/notice-draft.ts'
import { NoticeContent } from './notice-content.tsx'
import { ProposalStage } from './proposal-stage.tsx'
import styles from './proposals.module.css'
import { readProposalsAgain } from './proposals-query.ts'
import { LastDay } from './propose-form.tsx'
import type { Shown } from './shown-items.ts'
import { TakeBack } from './take-back.tsx'
import { Facts } from './waiting-list.tsx'

type Props = {
  organisationId: OrganisationId
  proposal: Proposal
  /** False: the user is the proposer, who may only view or withdraw it. */
  mayDecide: boolean
  onClose: () => void
}

/** The proposal in a preview, with the three decisions: approve, change, refuse. */
export default function Decide({ organisationId, proposal, mayDecide, onClose }: Props) {
  const [way, setWay] = useState<'look' | 'change' | 'refuse'>('look')
  const [changed, setChanged] = useState<Shown>()
  const client = useQueryClient()
  const settle = useSettle(organisationId, proposal, onClose)
  const stage = (
    <ProposalStage
      organisationId={organisationId}
      shown={(way === 'change' && changed) || shownOf(proposal)}
      around={proposal.around}
    />
  )
  return (
    <Dialog title={proposal.title} onClose={onClose} size="wide">
      <div className={styles.form}>
        <div className={styles.beside}>{stage}</div>
        <div className={styles.fields}>
          <Facts proposal={proposal} />
          {way === 'look' && mayDecide && (
            <Buttons
              proposal={proposal}
              settle={settle}
              onChange={() => setWay('change')}
              onRefuse={() => setWay('refuse')}
            />
          )}
          {!mayDecide && proposal.state === 'waiting' && (
            <TakeBack
              proposal={proposal}
              take={() => call('takeBackProposal', { params: { organisationId, proposalId: proposal.id } })}
              onDone={() => {
                void readProposalsAgain(client, organisationId)
                onClose()
              }}
            />
          )}
          {way === 'change' && (
            <Change proposal={proposal} settle={settle} onShown={setChanged} onBack={() => setWay('look')} />
          )}
          {way === 'refuse' && <Refuse proposal={proposal} settle={settle} onBack={() => setWay('look')} />}
        </div>
      </div>
    </Dialog>
  )
}

function shownOf({ content, pages }: Proposal): Shown {
  if (content.kind === 'notice') return content
  const { kind, duration } = content
  return { kind, duration, pages: kind === 'image' ? [{ url: content.url }] : pages }
}

type Settle = {
  /** @throws ApiError */
  approve: (change: ApproveProposal['change']) => Promise<void>
  /** @throws ApiError */
  refuse: (word: string) => Promise<void>
}

/** Both calls send the digest of the displayed proposal, so that they only apply to that version. */
function useSettle(organisationId: OrganisationId, proposal: Proposal, onClose: () => void): Settle {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const { id: proposalId, digest, title } = proposal
  const params = { organisationId, proposalId }
  const done = (words: string) => {
    notice('success', words)
    void readProposalsAgain(client, organisationId)
    onClose()
  }
  return {
    async approve(change) {
      await call('approveProposal', { params, body: { digest, change } })
      done(t('proposals.approved', { title: `\u2068${change.title ?? title}\u2069` }))
    },
    async refuse(word) {
      await call('refuseProposal', { params, body: { digest, word } })
      done(t('proposals.refused', { title: `\u2068${title}\u2069` }))
    },
  }
}

type ButtonsProps = { proposal: Proposal; settle: Settle; onChange: () => void; onRefuse: () => void }

function Buttons({ proposal, settle, onChange, onRefuse }: ButtonsProps) {
  const { t } = useI18n()
  const { run, isBusy, problem } = useDoing()
  return (
    <>
      {problem !== undefined && <ErrorBox message={problem} />}
      {proposal.isOwn ? (
        <p className={styles.note}>{t('proposals.own-note')}</p>
      ) : (
        <Button size="md" loading={isBusy} onClick={() => run('approve', () => settle.approve({}))} data-autofocus>
          {t('proposals.approve')}
        </Button>
      )}
      <div className={styles.buttons}>
        {!proposal.isOwn && (
          <Button variant="default" onClick={onChange}>
            {t('proposals.change')}
          </Button>
        )}
        <Button variant="default" color="red" onClick={onRefuse}>
          {t('proposals.refuse')}
        </Button>
      </div>
    </>
  )
}

type WayProps = { proposal: Proposal; settle: Settle; onBack: () => void }

function Change({ proposal, settle, onShown, onBack }: WayProps & { onShown: (shown: Shown | undefined) => void }) {
  const { content } = proposal
  if (content.kind === 'notice') return <ChangeNotice {...{ proposal, settle, onShown, onBack, content }} />
  return <ChangeFile {...{ proposal, settle, onBack }} />
}

function ChangeNotice({
  proposal,
  content,
  settle,
  onShown,
  onBack,
}: WayProps & {
  content: Extract<Proposal['content'], { kind: 'notice' }>
  onShown: (shown: Shown | undefined) => void
}) {
  const [lastDay, setLastDay] = useState(proposal.lastDay ?? '')
  const { look, heading, body, byline, link = '' } = content.notice
  const start: NoticeDraft = {
    ...EMPTY_NOTICE,
    'notice.look': look,
    'notice.heading': heading,
    'notice.body': body,
    'notice.byline': byline,
    'notice.link': link,
    url: content.url,
    duration: content.duration === undefined ? EMPTY_NOTICE.duration : String(content.duration),
  }
  return (
    <NoticeContent
      whose={undefined}
      around={proposal.around}
      start={start}
      onShown={onShown}
      onReady={({ title, notice, duration }) =>
        settle.approve({ title, notice, lastDay: lastDay === '' ? null : lastDay, ...(duration ? { duration } : {}) })
      }
    >
      <LastDay
        name="lastDay"
        value={lastDay}
        error={undefined}
        onChange={(typed: unknown) => setLastDay(typedOf(typed))}
      />
      <ChangeEnds onBack={onBack} />
    </NoticeContent>
  )
}

/** The value of an input, from its event or directly. */
function typedOf(typed: unknown): string {
  if (typeof typed === 'string') return typed
  return (typed as { currentTarget: { value: string } }).currentTarget.value
}

function ChangeFile({ proposal, settle, onBack }: WayProps) {
  const { t } = useI18n()
  const form = useForm({
    schema: ApproveProposal,
    start: () => ({ 'change.title': proposal.title, 'change.lastDay': proposal.lastDay ?? '' }),
    bodyOf: (values) => ({
      digest: proposal.digest,
      change: {
        title: values['change.title'],
        lastDay: values['change.lastDay'] === '' ? null : values['change.lastDay'],
      },
    }),
    save: ({ change }) => settle.approve(change),
  })
  return (
    <FormBody form={form}>
      <TextInput
        label={t('propose.file-title')}
        maxLength={MAX_TITLE_CHARACTERS}
        dir="auto"
        {...form.field('change.title')}
        data-autofocus
      />
      <LastDay {...form.field('change.lastDay')} />
      <ChangeEnds onBack={onBack} />
    </FormBody>
  )
}

function ChangeEnds({ onBack }: { onBack: () => void }) {
  const { t } = useI18n()
  return (
    <DialogActions>
      <Button variant="default" onClick={onBack}>
        {t('propose.back')}
      </Button>
      <Button type="submit">{t('proposals.approve-changed')}</Button>
    </DialogActions>
  )
}

function Refuse({ proposal, settle, onBack }: WayProps) {
  const { t } = useI18n()
  const form = useForm({
    schema: RefuseProposal,
    start: () => ({ word: '' }),
    bodyOf: ({ word }) => ({ digest: proposal.digest, word }),
    save: ({ word }) => settle.refuse(word),
  })
  return (
    <FormBody form={form}>
      <p className={styles.note}>{t('proposals.refuse-lead')}</p>
      <TextInput
        label={t('proposals.word')}
        description={t('proposals.word-hint')}
        maxLength={MAX_PROPOSAL_WORD_CHARACTERS}
        dir="auto"
        {...form.field('word')}
        data-autofocus
      />
      <DialogActions>
        <Button variant="default" onClick={onBack}>
          {t('propose.back')}
        </Button>
        <Button type="submit" color="red" className={confirm.confirm ?? ''} loading={form.isBusy}>
          {t('proposals.refuse')}
        </Button>
      </DialogActions>
    </FormBody>
  )
}
