import { Button } from '@mantine/core'
import type { OrganisationId } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { codeOf } from '../../../platform/api/api-error.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { Section } from '../../../platform/ui/section.tsx'
import styles from './running-insert.module.css'
import { RunningInsert } from './running-insert.tsx'
import hints from './take-overs.module.css'
import { insertsOf } from './use-inserts.ts'

const Put = lazyDialog(() => import('./put-insert.tsx'))

/** The id of a display in the address of the page: the form for an insert on this display is open. */
const ASKED = 'insert'

/** [LY7] The running inserts, and a button that puts another one on screens. */
export function Inserts({ organisationId }: { organisationId: OrganisationId }) {
  const { t } = useI18n()
  const [query, setQuery] = useSearchParams()
  const asked = query.get(ASKED) ?? undefined
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery(insertsOf(organisationId))
  const mayStart = data?.mayStart === true

  function close(): void {
    setOpen(false)
    if (asked === undefined) return
    query.delete(ASKED)
    setQuery(query, { replace: true })
  }

  return (
    <Section
      title={t('insert.title')}
      loading={!data && !error}
      problem={error && !data ? t(`error.${codeOf(error)}`) : undefined}
      onRetry={refetch}
      tools={
        mayStart && (
          <Button variant="default" size="sm" onClick={() => setOpen(true)}>
            {t('insert.new')}
          </Button>
        )
      }
    >
      <p className={hints.hint}>{t('insert.lead')}</p>
      {data && data.running.length > 0 && (
        <ul className={styles.list}>
          {data.running.map((one, index) => (
            <RunningInsert
              key={one.id}
              organisationId={organisationId}
              insert={one}
              newer={data.running.slice(0, index)}
              reach={data.reach}
              now={data.at}
              mayEnd={mayStart}
            />
          ))}
        </ul>
      )}
      {data && mayStart && (isOpen || asked !== undefined) && (
        <Put organisationId={organisationId} reach={data.reach} display={asked} onClose={close} />
      )}
    </Section>
  )
}
