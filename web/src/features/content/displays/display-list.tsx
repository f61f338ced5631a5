import { Button } from '@mantine/core'
import type { Display, OrganisationId } from '@placard/contract'
import { type ReactNode, useState } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PlusIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { LongList } from '../../../platform/ui/long-list.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { Section } from '../../../platform/ui/section.tsx'
import { scheduleInWords } from '../schedules/sentence.ts'
import { dateIn, useReader } from '../schedules/use-schedule-clock.ts'

const AddDisplay = lazyDialog(() => import('./add-display.tsx'))
const EditDisplay = lazyDialog(() => import('./edit-display.tsx'))
const OpeningHours = lazyDialog(() => import('./opening-hours.tsx'))
const RemoveDisplay = lazyDialog(() => import('./remove-display.tsx'))

/** Approximate height of a row. */
const ROW_PX = 72

type Props = {
  organisationId: OrganisationId
  displays: readonly Display[]
  /** Links to the dashboard of a display. */
  linkTo: (display: Display) => ReactNode
}

type Open = { what: 'add' } | { what: 'edit' | 'opening-hours' | 'remove'; display: Display }

/** The displays of the organisation, for owners: add, rename and remove. */
export function DisplayList({ organisationId, displays, linkTo }: Props) {
  const { t } = useI18n()
  const reader = useReader()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <Section
      title={t('display.heading')}
      count={displays.length > 0 ? displays.length : undefined}
      tools={
        <Button variant="default" leftSection={<PlusIcon />} onClick={() => setOpen({ what: 'add' })}>
          {t('display.add')}
        </Button>
      }
    >
      {displays.length === 0 && <p className={panel.lead}>{t('display.none')}</p>}
      <LongList
        className={panel.rows}
        of={displays}
        usualPx={ROW_PX}
        words={({ name }) => name}
        entry={() => ({ className: panel.row })}
      >
        {(display) => (
          <>
            <div className={panel.who}>
              <strong dir="auto">{linkTo(display)}</strong>
              <small>
                <code dir="ltr">{display.id}</code> · <bdi dir="ltr">{display.timeZone.replaceAll('_', ' ')}</bdi>
                {display.openingHours && (
                  <> · {scheduleInWords(display.openingHours, dateIn(display.timeZone), reader)}</>
                )}
              </small>
            </div>
            <div className={panel.buttons}>
              <Button
                size="sm"
                variant="default"
                aria-label={t('display.edit-of', { name: display.name })}
                onClick={() => setOpen({ what: 'edit', display })}
              >
                {t('action.edit')}
              </Button>
              <Button
                size="sm"
                variant="default"
                aria-label={t('opening-hours.of', { name: display.name })}
                onClick={() => setOpen({ what: 'opening-hours', display })}
              >
                {t('opening-hours.title')}
              </Button>
              <Button
                size="sm"
                variant="subtle"
                color="red"
                className={panel.danger ?? ''}
                aria-label={t('display.remove-of', { name: display.name })}
                onClick={() => setOpen({ what: 'remove', display })}
              >
                {t('display.remove')}
              </Button>
            </div>
          </>
        )}
      </LongList>
      {open?.what === 'add' && <AddDisplay organisationId={organisationId} onAdded={() => {}} onClose={close} />}
      {open?.what === 'edit' && <EditDisplay display={open.display} onClose={close} />}
      {open?.what === 'opening-hours' && <OpeningHours display={open.display} onClose={close} />}
      {open?.what === 'remove' && <RemoveDisplay display={open.display} onClose={close} />}
    </Section>
  )
}
