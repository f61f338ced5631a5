import type { DisplayKey, Inserts } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { Section } from '../../../platform/ui/section.tsx'
import styles from './running-insert.module.css'
import { RunningInsert } from './running-insert.tsx'

/** [LY7] The inserts of `useInsertsHere`. */
export function InsertsHere({ display, inserts }: { display: DisplayKey; inserts: Inserts }) {
  const { t } = useI18n()
  const { running, reach, at, mayStart } = inserts
  return (
    <Section title={t('insert.title')}>
      <ul className={styles.list}>
        {running.map((one, index) => (
          <RunningInsert
            key={one.id}
            organisationId={display.organisationId}
            insert={one}
            newer={running.slice(0, index)}
            reach={reach}
            now={at}
            mayEnd={mayStart}
            on={display.displayId}
          />
        ))}
      </ul>
    </Section>
  )
}
