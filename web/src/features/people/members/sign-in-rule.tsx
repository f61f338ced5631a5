import { NativeSelect } from '@mantine/core'
import type { Member, OrganisationId, RequiredStep } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { useDoing } from '../../../platform/form/use-doing.ts'
import ConfirmDialog from '../../../platform/ui/confirm-dialog.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { Section } from '../../../platform/ui/section.tsx'
import { readPeopleAgain, useMembers, useSignInRule } from './people-query.ts'

const NOTHING = 'password'
const RULES = [NOTHING, 'second-step', 'passkey'] as const
type Rule = (typeof RULES)[number]

const ruleOf = (requires: RequiredStep | null): Rule => requires ?? NOTHING
const requiredBy = (rule: Rule): RequiredStep | null => (rule === NOTHING ? null : rule)

/** For owners: the way in which every member must sign in. */
export function SignInRule({ organisationId }: { organisationId: OrganisationId }) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const { data, error, refetch } = useSignInRule(organisationId)
  const members = useMembers(organisationId).data ?? []
  const [asked, setAsked] = useState<Rule>()
  const { run, isBusy, problem } = useDoing({ after: () => void readPeopleAgain(client) })

  const save = (rule: Rule, former?: Rule) => {
    setAsked(undefined)
    run('save', async () => {
      await call('setSignInRule', { params: { organisationId }, body: { requires: requiredBy(rule) } })
      const undo = former && { label: t('activity.undo'), run: () => save(former) }
      notice('success', t(former ? 'status.saved' : 'activity.undone'), undo)
    })
  }
  const present = ruleOf(data?.requires ?? null)
  const choose = (rule: Rule) => {
    // A weaker rule needs no question, because nobody loses access.
    if (RULES.indexOf(rule) > RULES.indexOf(present)) setAsked(rule)
    else save(rule, present)
  }

  return (
    <Section
      title={t('people.rule.heading')}
      lead={t('people.rule.lead')}
      loading={!data && !error}
      problem={error ? t(`error.${codeOf(error)}`) : undefined}
      onRetry={refetch}
    >
      {problem && <ErrorBox message={problem} />}
      {data && (
        <NativeSelect
          label={t('people.rule.label')}
          value={present}
          disabled={isBusy}
          onChange={({ currentTarget }) => choose(RULES.find((one) => one === currentTarget.value) ?? NOTHING)}
          data={RULES.map((one) => ({ value: one, label: t(`people.rule.${one}`) }))}
        />
      )}
      {asked && (
        <ConfirmDialog
          question={t('people.rule.question')}
          subject={t(`people.rule.${asked}`)}
          confirmLabel={t('people.rule.confirm')}
          onConfirm={() => save(asked, present)}
          onCancel={() => setAsked(undefined)}
        >
          <p>{t('people.rule.lacking', { count: members.filter((one) => lacks(one, asked)).length })}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

function lacks({ account, secondStep }: Member, rule: Rule): boolean {
  if (account !== 'active') return false
  return rule === 'passkey' ? secondStep !== 'passkey' : secondStep === null
}
