import { Button, TextInput } from '@mantine/core'
import {
  MAX_EMAIL_CHARACTERS,
  MAX_PROPOSER_CHARACTERS,
  type OrganisationId,
  type ProgrammeKey,
  type ProposalKind,
  Propose,
  SendProposal,
  type TriedAround,
} from '@placard/contract'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { createCommandKey } from '../../../platform/api/command-key.ts'
import type { Proposing } from '../../../platform/api/upload.ts'
import { FormBody } from '../../../platform/form/form-body.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import unseen from '../../../platform/ui/unseen.module.css'
import { type Content, FileContent } from './file-content.tsx'
import { NoticeContent } from './notice-content.tsx'
import { ProposalStage } from './proposal-stage.tsx'
import styles from './proposals.module.css'
import type { Shown } from './shown-items.ts'

type Props = {
  organisationId: OrganisationId
  kinds: readonly ProposalKind[]
  around: TriedAround
  /** Proposed with a link, or by a member for a display or a playlist. */
  by: { token: string } | { key: ProgrammeKey }
  onSent: () => void
}

/** [CL1] First the content, with a preview; then the proposer and the last day. */
export function ProposeForm({ organisationId, kinds, around, by, onSent }: Props) {
  const { t } = useI18n()
  const [kind, setKind] = useState(kinds[0] ?? 'notice')
  const [shown, setShown] = useState<Partial<Record<ProposalKind, Shown | undefined>>>({})
  const [content, setContent] = useState<Content>()
  const whose: Proposing = 'token' in by ? by : { organisationId }
  const showAs = (of: ProposalKind) => (seen: Shown | undefined) => setShown((before) => ({ ...before, [of]: seen }))
  const goOn = (
    <div className={styles.buttons}>
      <Button type="submit" size="md">
        {t('propose.go-on')}
      </Button>
    </div>
  )

  return (
    <div className={styles.form}>
      <div className={styles.beside}>
        <ProposalStage organisationId={organisationId} shown={shown[kind]} around={around} />
      </div>
      <div className={styles.fields}>
        <div hidden={content !== undefined} className={styles.step}>
          {kinds.length > 1 && (
            <fieldset className={styles.kinds}>
              <legend>{t('propose.what')}</legend>
              <div className={styles.kindRow}>
                {kinds.map((one) => (
                  <label key={one} className={styles.kind}>
                    <input
                      type="radio"
                      name="kind"
                      className={unseen.input}
                      checked={kind === one}
                      onChange={() => setKind(one)}
                    />
                    {t(`proposals.kind.${one}`)}
                  </label>
                ))}
              </div>
            </fieldset>
          )}
          {kinds.map((one) => (
            // All kinds stay mounted, so that switching between them loses nothing.
            <div key={one} hidden={kind !== one}>
              {one === 'notice' ? (
                <NoticeContent
                  whose={kinds.includes('image') ? whose : undefined}
                  around={around}
                  onShown={showAs(one)}
                  onReady={setContent}
                >
                  {goOn}
                </NoticeContent>
              ) : (
                <FileContent kind={one} whose={whose} onShown={showAs(one)} onReady={setContent}>
                  {goOn}
                </FileContent>
              )}
            </div>
          ))}
        </div>
        {content && (
          <Step title={t('propose.who')}>
            {'token' in by ? (
              <BySomebody token={by.token} content={content} onSent={onSent} onBack={() => setContent(undefined)} />
            ) : (
              <ByMember programmeKey={by.key} content={content} onSent={onSent} onBack={() => setContent(undefined)} />
            )}
          </Step>
        )}
      </div>
    </div>
  )
}

/** A step of the form. Its heading gets the focus when the step opens. */
function Step({ title, children }: { title: string; children: React.ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.step}>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {title}
      </h2>
      {children}
    </div>
  )
}

type LastProps = { content: Content; onSent: () => void; onBack: () => void }

const today = () => new Date().toLocaleDateString('sv-SE')

function BySomebody({ token, content, onSent, onBack }: LastProps & { token: string }) {
  const { t } = useI18n()
  const [commandKey] = useState(createCommandKey)
  const form = useForm({
    schema: SendProposal,
    start: () => ({ name: '', email: '', lastDay: '' }),
    bodyOf: ({ name, email, lastDay }) => ({
      token,
      content,
      name,
      email: email.trim() === '' ? null : email,
      lastDay: lastDay === '' ? null : lastDay,
    }),
    save: async (body) => {
      await call('sendProposal', { body, idempotencyKey: commandKey.keyFor(body) })
      onSent()
    },
    words: ({ code }) => (code === 'schedule-never-on' ? t('error.schedule-never-on') : undefined),
    logAs: 'sending a proposal failed',
  })
  return (
    <FormBody form={form}>
      <TextInput
        label={t('propose.name')}
        autoComplete="name"
        maxLength={MAX_PROPOSER_CHARACTERS}
        dir="auto"
        {...form.field('name')}
      />
      <TextInput
        type="email"
        inputMode="email"
        label={t('propose.email')}
        description={t('propose.email-hint')}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_EMAIL_CHARACTERS}
        dir="ltr"
        {...form.field('email')}
      />
      <LastDay {...form.field('lastDay')} />
      <Ends isBusy={form.isBusy} onBack={onBack} />
    </FormBody>
  )
}

function ByMember({ programmeKey, content, onSent, onBack }: LastProps & { programmeKey: ProgrammeKey }) {
  const [commandKey] = useState(createCommandKey)
  const form = useForm({
    schema: Propose,
    start: () => ({ lastDay: '' }),
    bodyOf: ({ lastDay }) => ({ content, lastDay: lastDay === '' ? null : lastDay }),
    save: async (body) => {
      await call('propose', { params: programmeKey, body, idempotencyKey: commandKey.keyFor(body) })
      onSent()
    },
    logAs: 'sending a proposal failed',
  })
  return (
    <FormBody form={form}>
      <LastDay {...form.field('lastDay')} />
      <Ends isBusy={form.isBusy} onBack={onBack} />
    </FormBody>
  )
}

/** @param field of a form */
export function LastDay(field: ReturnType<ReturnType<typeof useForm>['field']> & { value: string }) {
  const { t } = useI18n()
  return (
    <TextInput
      type="date"
      label={t('propose.last-day')}
      description={t('propose.last-day-hint')}
      min={today()}
      {...field}
    />
  )
}

function Ends({ isBusy, onBack }: { isBusy: boolean; onBack: () => void }) {
  const { t } = useI18n()
  return (
    <div className={styles.buttons}>
      <Button variant="default" size="md" onClick={onBack}>
        {t('propose.back')}
      </Button>
      <Button type="submit" size="md" loading={isBusy}>
        {t('propose.send')}
      </Button>
    </div>
  )
}
