import type { MoveIn, MoveInId } from '@placard/contract'
import type { ReactNode } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import panel from '../../../platform/ui/panel.module.css'
import { Section } from '../../../platform/ui/section.tsx'

type Props = { moveIns: readonly MoveIn[]; linkTo: (id: MoveInId, words: string) => ReactNode }

/** The reports of earlier moves. */
export function MoveInList({ moveIns, linkTo }: Props) {
  const { t, number, language } = useI18n()
  const when = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Section title={t('moving.before')} count={moveIns.length}>
      <ul className={panel.rows}>
        {moveIns.map(({ id, name, beganAt, endedAt, came, there, not }) => (
          <li key={id} className={panel.row}>
            <div className={panel.who}>
              <strong>{linkTo(id, name)}</strong>
              <small>{when.format(beganAt)}</small>
            </div>
            <span className={panel.state} data-on={endedAt !== null || undefined}>
              {endedAt === null
                ? t('moving.unfinished')
                : t('moving.counts', { came: number(came), there: number(there), not: number(not) })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
