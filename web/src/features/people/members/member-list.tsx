import type { Display, Member, Table } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { RowButton, Rows } from '../../../platform/ui/rows.tsx'
import { LimitWords } from './limit-words.tsx'

type Props = {
  members: Member[]
  displays: readonly Display[]
  tables: readonly Table[]
  onEdit: (member: Member) => void
  onRemove: (member: Member) => void
}

/** The members by email. The user's own membership is in `OwnPlace`. */
export function MemberList({ members, displays, tables, onEdit, onRemove }: Props) {
  const { t } = useI18n()
  return (
    <Rows
      of={members}
      words={({ email }) => email}
      end={(member) => (
        <>
          <RowButton label={t('people.edit-of', { email: member.email })} onClick={() => onEdit(member)}>
            {t('action.edit')}
          </RowButton>
          {!member.self && (
            <RowButton label={t('people.remove-of', { email: member.email })} danger onClick={() => onRemove(member)}>
              {t('people.remove')}
            </RowButton>
          )}
        </>
      )}
    >
      {({ email, role, account, secondStep, self, ...limit }) => (
        <>
          <strong>
            <bdi>{email}</bdi>
          </strong>{' '}
          {self && (
            <span className={panel.state} data-on="">
              {t('people.you')}
            </span>
          )}
          {account !== 'active' && <span className={panel.state}>{t(`console.account.${account}`)}</span>}
          <small>
            {t(`role.name.${role}`)} · <LimitWords limit={limit} displays={displays} tables={tables} />
            {account === 'active' && ` · ${t(`people.step.${secondStep ?? 'none'}`)}`}
          </small>
        </>
      )}
    </Rows>
  )
}
