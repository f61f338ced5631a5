import { Button, NativeSelect, TextInput } from '@mantine/core'
import {
  CreateProposalLink,
  MAX_TITLE_CHARACTERS,
  type OrganisationId,
  PROPOSAL_KINDS,
  type ProgrammeId,
  type ProposalKind,
  type ProposalLinkCreated,
  programmeKeyOf,
  proposePath,
} from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { CheckList } from '../../../platform/ui/check-list.tsx'
import { CopyButton } from '../../../platform/ui/copy-button.tsx'
import { dateAndTime } from '../../../platform/ui/date-and-time.ts'
import { Dialog, DialogActions } from '../../../platform/ui/dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { publicOrigin } from '../../../platform/ui/public-origin.ts'
import { QrCode } from '../../../platform/ui/qr-code.tsx'
import styles from './proposals.module.css'
import { readProposalsAgain } from './proposals-query.ts'

export type Place = { id: ProgrammeId; name: string }

const DAYS = [1, 7, 30, 90, 366] as const
const MOST = [1, 3, 5, 10, 20, 50] as const
const DEFAULT_DAYS = 30
const DEFAULT_MOST = 5

type Props = { organisationId: OrganisationId; places: readonly Place[]; start: Place; onClose: () => void }

/** [CL1] Creates a link and shows it with its code, which are only displayed once. */
export default function MakeLink({ organisationId, places, start, onClose }: Props) {
  const { t, number } = useI18n()
  const client = useQueryClient()
  const [made, setMade] = useState<ProposalLinkCreated>()
  const [place, setPlace] = useState<ProgrammeId>(start.id)
  const form = useForm({
    schema: CreateProposalLink,
    start: () => ({
      name: '',
      kinds: PROPOSAL_KINDS as readonly ProposalKind[],
      days: String(DEFAULT_DAYS),
      mostWaiting: String(DEFAULT_MOST),
    }),
    bodyOf: ({ name, kinds, days, mostWaiting }) => ({
      name,
      kinds,
      days: Number(days),
      mostWaiting: Number(mostWaiting),
    }),
    save: async (body) => {
      setMade(await call('createProposalLink', { params: programmeKeyOf(organisationId, place), body }))
      void readProposalsAgain(client, organisationId)
    },
  })

  if (made) return <LinkMade made={made} onClose={onClose} />
  return (
    <FormDialog form={form} title={t('proposals.make-link')} submitLabel={t('proposals.make-link')} onClose={onClose}>
      <TextInput
        label={t('proposals.link-name')}
        description={t('proposals.link-name-hint')}
        maxLength={MAX_TITLE_CHARACTERS}
        dir="auto"
        {...form.field('name')}
        data-autofocus
      />
      <NativeSelect
        label={t('proposals.link-where')}
        value={place}
        data={places.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ currentTarget }) => setPlace(currentTarget.value as ProgrammeId)}
      />
      <CheckList
        legend={t('proposals.link-kinds')}
        options={PROPOSAL_KINDS.map((id) => ({ id, name: t(`proposals.kind.${id}`) }))}
        chosen={form.values.kinds}
        onChange={(kinds) => form.change({ kinds })}
      />
      <NativeSelect
        label={t('proposals.link-days')}
        data={DAYS.map((days) => ({ value: String(days), label: t('proposals.days', { count: days }) }))}
        {...form.field('days')}
      />
      <NativeSelect
        label={t('proposals.link-most')}
        data={MOST.map((most) => ({ value: String(most), label: number(most) }))}
        {...form.field('mostWaiting')}
      />
    </FormDialog>
  )
}

function LinkMade({ made: { link, token }, onClose }: { made: ProposalLinkCreated; onClose: () => void }) {
  const { t, language } = useI18n()
  const address = publicOrigin() + proposePath(token)
  return (
    <Dialog title={t('proposals.link-made')} onClose={onClose} closable={false}>
      <div className={styles.made}>
        <p className={styles.note}>{t('proposals.link-made-lead')}</p>
        <div className={styles.poster}>
          <p className={styles.posterTitle}>{t('proposals.poster')}</p>
          <p className={styles.posterName} dir="auto">
            {link.programmeName}
          </p>
          <QrCode text={address} label={t('proposals.code')} />
          <p className={styles.note}>{t('proposals.counts-until', { day: dateAndTime(link.expiresAt, language) })}</p>
        </div>
        <TextInput
          label={t('proposals.link')}
          dir="ltr"
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
        <DialogActions>
          <Button variant="subtle" onClick={() => window.print()}>
            {t('proposals.print')}
          </Button>
          <CopyButton
            text={address}
            copied={t('proposals.copied')}
            notCopied={t('proposals.not-copied')}
            data-autofocus
          >
            {t('proposals.copy')}
          </CopyButton>
          <Button onClick={onClose}>{t('people.done')}</Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
