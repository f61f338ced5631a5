import { Button } from '@mantine/core'
import type { Display, Member } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { LongList } from '../../../platform/ui/long-list.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { LimitWords } from './limit-words.tsx'

/** Approximate height of a row. */
const ROW_PX = 72

type Props = {
  members: Member[]
  displays: readonly Display[]
  onEdit: (member: Member) => void
  onRemove: (member: Member) => void
}

/** The members by email. The user's own membership is in `OwnPlace`. */
export function MemberList({ members, displays, onEdit, onRemove }: Props) {
  const { t } = useI18n()
  return (
    <LongList
      className={panel.rows}
      of={members}
      usualPx={ROW_PX}
      words={({ email }) => email}
      entry={() => ({ className: panel.row })}
    >
      {(member) => {
        const { email, role, displays: limit, account, self } = member
        return (
          <>
            <div className={panel.who}>
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
                {t(`role.name.${role}`)} · <LimitWords limit={limit} displays={displays} />
              </small>
            </div>
            <div className={panel.buttons}>
              <Button
                size="sm"
                variant="default"
                aria-label={t('people.edit-of', { email })}
                onClick={() => onEdit(member)}
              >
                {t('action.edit')}
              </Button>
              {!self && (
                <Button
                  size="sm"
                  variant="subtle"
                  color="red"
                  className={panel.danger ?? ''}
                  aria-label={t('people.remove-of', { email })}
                  onClick={() => onRemove(member)}
                >
                  {t('people.remove')}
                </Button>
              )}
            </div>
          </>
        )
      }}
    </LongList>
  )
}
