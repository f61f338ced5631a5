import { Button } from '@mantine/core'
import type { OrganisationId, ProposalLink } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { useDoing } from '../../../platform/form/use-doing.ts'
import confirm from '../../../platform/ui/confirm-dialog.module.css'
import { dateAndTime } from '../../../platform/ui/date-and-time.ts'
import { Dialog, DialogActions } from '../../../platform/ui/dialog.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { RowButton, Rows } from '../../../platform/ui/rows.tsx'
import { readProposalsAgain } from './proposals-query.ts'

/** The valid links, each with its expiry. */
export function LinkList({
  links,
  organisationId,
}: {
  links: readonly ProposalLink[]
  organisationId: OrganisationId
}) {
  const { t, language } = useI18n()
  const [withdrawn, setWithdrawn] = useState<ProposalLink>()
  const kinds = new Intl.ListFormat(language)
  return (
    <>
      <Rows
        of={links}
        words={({ name }) => name}
        end={(link) => (
          <RowButton label={t('proposals.withdraw-of', { name: link.name })} onClick={() => setWithdrawn(link)}>
            {t('proposals.withdraw')}
          </RowButton>
        )}
      >
        {(link) => (
          <>
            <strong>
              <bdi>{link.name}</bdi>
            </strong>
            {' · '}
            {t('proposals.for', { name: `\u2068${link.programmeName}\u2069` })}
            <small>
              {kinds.format(link.kinds.map((kind) => t(`proposals.kind.${kind}`)))}
              {' · '}
              {t('proposals.counts-until', { day: dateAndTime(link.expiresAt, language) })}
              {link.waiting > 0 && ` · ${t('proposals.link-waiting', { count: link.waiting })}`}
            </small>
          </>
        )}
      </Rows>
      {withdrawn && (
        <Withdraw link={withdrawn} organisationId={organisationId} onClose={() => setWithdrawn(undefined)} />
      )}
    </>
  )
}

type WithdrawProps = { link: ProposalLink; organisationId: OrganisationId; onClose: () => void }

/** Withdraws a link with one press. Asks again only if proposals are waiting. */
function Withdraw({ link, organisationId, onClose }: WithdrawProps) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const { run, doing, problem } = useDoing<'keep' | 'remove'>()
  const withdraw = (waiting: 'keep' | 'remove') =>
    run(waiting, async () => {
      await call('withdrawProposalLink', { params: { organisationId, linkId: link.id }, body: { waiting } })
      notice('success', t('proposals.withdrawn'))
      void readProposalsAgain(client, organisationId)
      onClose()
    })
  return (
    <Dialog
      title={t('proposals.withdraw-title', { name: link.name })}
      role="alertdialog"
      size="small"
      onClose={onClose}
    >
      <p>{t('proposals.withdraw-lead')}</p>
      {problem !== undefined && <ErrorBox message={problem} />}
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('action.cancel')}
        </Button>
        {link.waiting > 0 && (
          <Button variant="default" loading={doing === 'keep'} onClick={() => withdraw('keep')}>
            {t('proposals.withdraw-keep')}
          </Button>
        )}
        <Button
          color="red"
          className={confirm.confirm ?? ''}
          loading={doing === 'remove'}
          onClick={() => withdraw('remove')}
        >
          {link.waiting > 0 ? t('proposals.withdraw-remove') : t('proposals.withdraw')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
