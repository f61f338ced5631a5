import { Button } from '@mantine/core'
import type { MoveInOutcome, MoveInReport } from '@placard/contract'
import { type ReactNode, useState } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { Note } from '../../../platform/ui/note.tsx'
import { saveFile } from '../../../platform/ui/save-file.ts'
import { Section } from '../../../platform/ui/section.tsx'
import unseen from '../../../platform/ui/unseen.module.css'
import styles from './moving.module.css'
import { csvOf, textOf } from './report-file.ts'
import { useMovingWords } from './use-words.ts'

/** The number of rows shown at first; the rest is shown on request. */
const FIRST_ROWS = 100

type Props = {
  report: MoveInReport
  /** Links the path of something that exists now. */
  linkTo: (entry: MoveInReport['entries'][number], words: string) => ReactNode
  onRemove: () => void
}

type Narrowed = 'all' | MoveInOutcome

/** MV1: the things that were brought in and those that were not, with the reason and the remedy. */
export function Report({ report, linkTo, onRemove }: Props) {
  const { t, number } = useI18n()
  const { whyOf, rowOf } = useMovingWords()
  const [narrowed, setNarrowed] = useState<Narrowed>(report.not > 0 ? 'not' : 'all')
  const [isWhole, setWhole] = useState(false)
  const { name, entries, came, there, not } = report
  const all = entries.filter(({ outcome }) => narrowed === 'all' || outcome === narrowed)
  const shown = isWhole ? all : all.slice(0, FIRST_ROWS)
  const head = ['path', 'thing', 'outcome', 'why', 'todo'] as const
  const save = (text: string, type: string, extension: string) =>
    saveFile(`${t('moving.report-file')} ${name}.${extension}`, new Blob([text], { type }))
  const count = { all: entries.length, came, there, not }
  return (
    <Section
      title={t('moving.report', { name })}
      tools={
        <>
          <Button
            variant="default"
            size="sm"
            onClick={() =>
              save(
                csvOf(
                  head.map((one) => t(`moving.column.${one}`)),
                  entries.map(rowOf),
                ),
                'text/csv',
                'csv',
              )
            }
          >
            {t('moving.csv')}
          </Button>
          <Button
            variant="default"
            size="sm"
            onClick={() => save(textOf(t('moving.report', { name }), entries.map(rowOf)), 'text/plain', 'txt')}
          >
            {t('moving.text')}
          </Button>
        </>
      }
    >
      <p className={styles.summary} role="status">
        {t('moving.counts', { came: number(came), there: number(there), not: number(not) })}
      </p>
      {report.endedAt === null && <Note text={t('moving.unfinished-lead', { name })} />}
      <fieldset className={styles.chips}>
        <legend className={unseen.words}>{t('moving.show')}</legend>
        {(['all', 'came', 'there', 'not'] as const).map((one) => (
          <label key={one} className={styles.chip}>
            <input
              type="radio"
              name="outcome"
              checked={narrowed === one}
              onChange={() => setNarrowed(one)}
              className={unseen.input}
            />
            <span>
              {t(`moving.outcome.${one}`)} <strong>{number(count[one])}</strong>
            </span>
          </label>
        ))}
      </fieldset>
      {shown.length === 0 ? (
        <p className={styles.lead}>{t('moving.none')}</p>
      ) : (
        <ul className={styles.rows}>
          {shown.map((entry) => (
            <li key={`${entry.thing} ${entry.path}`} className={styles.row} data-outcome={entry.outcome}>
              <span className={styles.state}>{t(`moving.outcome.${entry.outcome}`)}</span>
              <div className={styles.what}>
                <span className={styles.path}>
                  {linkTo(entry, entry.path)} <small>{t(`moving.thing.${entry.thing}`)}</small>
                </span>
                {entry.reason !== undefined && <span className={styles.why}>{whyOf(entry.reason)}</span>}
              </div>
            </li>
          ))}
        </ul>
      )}
      {all.length > shown.length && (
        <Button variant="default" onClick={() => setWhole(true)}>
          {t('moving.show-all', { count: all.length })}
        </Button>
      )}
      <div className={styles.buttons}>
        <Button variant="subtle" color="red" size="sm" onClick={onRemove}>
          {t('moving.remove-report')}
        </Button>
      </div>
    </Section>
  )
}
