import { Button } from '@mantine/core'
import type { Display, OrganisationId } from '@placard/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PlusIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { RowButton, Rows } from '../../../platform/ui/rows.tsx'
import { Section } from '../../../platform/ui/section.tsx'
import { scheduleInWords } from '../schedules/sentence.ts'
import { dateIn, useReader } from '../schedules/use-schedule-clock.ts'

const AddDisplay = lazyDialog(() => import('./add-display.tsx'))
const EditDisplay = lazyDialog(() => import('./edit-display.tsx'))
const OpeningHours = lazyDialog(() => import('./opening-hours.tsx'))
const RemoveDisplay = lazyDialog(() => import('./remove-display.tsx'))

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
  const { hash } = useLocation()
  const add = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The link "Add a display" of a dashboard leads to this button.
    if (hash === '#displays') add.current?.focus()
  }, [hash])
  return (
    <Section
      title={t('display.heading')}
      count={displays.length > 0 ? displays.length : undefined}
      tools={
        <Button ref={add} variant="default" leftSection={<PlusIcon />} onClick={() => setOpen({ what: 'add' })}>
          {t('display.add')}
        </Button>
      }
    >
      {displays.length === 0 && <p className={panel.lead}>{t('display.none')}</p>}
      <Rows
        of={displays}
        words={({ name }) => name}
        end={(display) => {
          const { name } = display
          return (
            <>
              <RowButton label={t('display.edit-of', { name })} onClick={() => setOpen({ what: 'edit', display })}>
                {t('action.edit')}
              </RowButton>
              <RowButton
                label={t('opening-hours.of', { name })}
                onClick={() => setOpen({ what: 'opening-hours', display })}
              >
                {t('opening-hours.title')}
              </RowButton>
              <RowButton
                label={t('display.remove-of', { name })}
                danger
                onClick={() => setOpen({ what: 'remove', display })}
              >
                {t('display.remove')}
              </RowButton>
            </>
          )
        }}
      >
        {(display) => (
          <>
            <strong dir="auto">{linkTo(display)}</strong>
            <small>
              <code dir="ltr">{display.id}</code> · <bdi dir="ltr">{display.timeZone.replaceAll('_', ' ')}</bdi>
              {display.openingHours && (
                <> · {scheduleInWords(display.openingHours, dateIn(display.timeZone), reader)}</>
              )}
            </small>
          </>
        )}
      </Rows>
      {open?.what === 'add' && <AddDisplay organisationId={organisationId} onAdded={() => {}} onClose={close} />}
      {open?.what === 'edit' && <EditDisplay display={open.display} onClose={close} />}
      {open?.what === 'opening-hours' && <OpeningHours display={open.display} onClose={close} />}
      {open?.what === 'remove' && <RemoveDisplay display={open.display} onClose={close} />}
    </Section>
  )
}
