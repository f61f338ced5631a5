import type { MoveIn, MoveInId } from '@placard/contract'
import type { ReactNode } from 'react'
import { dateAndTime } from '../../../platform/ui/date-and-time.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { Rows } from '../../../platform/ui/rows.tsx'
import { Section } from '../../../platform/ui/section.tsx'

type Props = { moveIns: readonly MoveIn[]; linkTo: (id: MoveInId, words: string) => ReactNode }

/** The reports of earlier moves. */
export function MoveInList({ moveIns, linkTo }: Props) {
  const { t, number, language } = useI18n()
  return (
    <Section title={t('moving.before')} count={moveIns.length}>
      <Rows
        of={moveIns}
        words={({ name }) => name}
        end={({ endedAt, came, there, not }) => (
          <span className={panel.state} data-on={endedAt !== null || undefined}>
            {endedAt === null
              ? t('moving.unfinished')
              : t('moving.counts', { came: number(came), there: number(there), not: number(not) })}
          </span>
        )}
      >
        {({ id, name, beganAt }) => (
          <>
            <strong>{linkTo(id, name)}</strong>
            <small>{dateAndTime(beganAt, language)}</small>
          </>
        )}
      </Rows>
    </Section>
  )
}
